import { testConformance } from "@wellhead/conformance/vitest";
import { fixture, serveBridge } from "./serve.js";

testConformance(() => serveBridge("airbyte", fixture("faker.json")), {
  profile: "all",
  account: { auth: "account", count: 30, api_key: "key-of-ada" },
  source: "stream",
  filter: { stream: "people" },
});

testConformance(() => serveBridge("singer", fixture("shop.json")), {
  profile: "all",
  account: { auth: "account", count: 30, api_key: "key-of-ada" },
  source: "stream",
  filter: { stream: "customers" },
});
