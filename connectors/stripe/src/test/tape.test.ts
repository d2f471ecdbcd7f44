import { Egress } from "@wellhead/runtime";
import { checkTape, recordTape } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "../index.js";
import { key, startStripe } from "./start-stripe.js";
import { stripeLists } from "./stripe-lists.js";

it("playTape() reads what the stand-in for Stripe says", async () => {
  const stripe = await startStripe(() => stripeLists());
  const origins = ["https://api.stripe.com"];
  const fresh = await recordTape(connector, {
    account: { auth: "token", token: key },
    reads: [{ source: "charges" }, { source: "customers" }, { source: "subscriptions" }],
    upstream:
      "The stand-in for Stripe of this connector's tests, which behaves as its documentation describes",
    standIns: Object.fromEntries(origins.map((origin) => [origin, stripe.url])),
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    now: new Date("2026-03-08T12:00:00Z"),
    variables: {},
  });
  await stripe.close();
  const played = await checkTape(connector, { file: new URL("../../tape.json", import.meta.url), fresh });
  expect(played.map(({ rows }) => rows.length)).toEqual([3, 3, 3]);
});
