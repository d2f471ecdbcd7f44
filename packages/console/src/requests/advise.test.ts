import { expect, test } from "vitest";
import { type AdvisedExchange, adviceFor } from "./advise.js";

const description: AdvisedExchange = {
  method: "GET",
  path: "/",
  status: 200,
  ending: "whole",
  note: "",
  requestHeaders: [["x-correlationid", "4f1a"]],
  responseHeaders: [["content-type", "application/json"]],
  responseBody: '{"name":"Tea"}',
};

const cases: readonly (readonly [string, Partial<AdvisedExchange>])[] = [
  ["is not running", { status: undefined, ending: "failed", note: "nothing listens on port 1" }],
  ["name of the host", { status: undefined, ending: "failed", note: 'Find "x": the name is not known' }],
  ["certificate", { status: undefined, ending: "failed", note: "self-signed certificate in chain" }],
  ["does not use TLS", { status: undefined, ending: "failed", note: "it does not speak TLS there" }],
  ["private network", { status: undefined, ending: "failed", note: "with the setting WELLHEAD_ALLOW" }],
  ["could not be reached", { status: undefined, ending: "failed", note: "no response in two minutes" }],
  [
    "console has stopped",
    { status: undefined, ending: "failed", note: "the service of this console does not respond" },
  ],
  ["ended in the middle", { ending: "cut" }],
  ["failed", { status: 500, ending: "cut" }],
  ["redirects", { status: 302, responseHeaders: [["Location", "https://sso.example/"]] }],
  ["needs no account", { status: 401, responseBody: "" }],
  ["origin of a page", { status: 403, responseBody: "Invalid CORS request" }],
  ["may not do this", { status: 403, method: "POST", path: "/validate" }],
  ["no connector at this path", { status: 404 }],
  ["asked too often", { status: 429, responseHeaders: [["Retry-After", "30"]] }],
  ["refused what was sent", { status: 400, method: "POST" }],
  ["failed", { status: 502 }],
  ["web page", { responseBody: "<!doctype html><title>Sign in</title>" }],
  ["no body", { responseBody: " " }],
  ["not a description", { responseBody: "[1]" }],
];

test.each(cases)("`adviceFor()` explains a request that did not succeed: %s", (title, change) => {
  const advice = adviceFor({ ...description, ...change });
  expect(advice?.title).toContain(title);
  expect(advice?.steps.length).toBeGreaterThan(0);
});

test("`adviceFor()` is silent about what succeeded or goes on, and quotes what helps to search", () => {
  expect(adviceFor(description)).toBeUndefined();
  expect(adviceFor({ ...description, path: "/logo", responseBody: "<svg/>" })).toBeUndefined();
  expect(adviceFor({ ...description, status: undefined, ending: "open" })).toBeUndefined();
  expect(adviceFor({ ...description, status: 500 })?.steps.join(" ")).toContain("4f1a");
  const refused = adviceFor({ ...description, status: undefined, ending: "failed", note: "ECONNREFUSED" });
  expect(refused?.steps.join(" ")).toContain("CORS is not the reason");
});
