import { expect, test } from "vitest";
import { parseJson } from "../json/lenient-json.js";
import { givenReason } from "./given-reason.js";

test.each([
  ["application/json", '{"error":"in words"}', "in words"],
  ["application/json", '{"error":{"code":7,"message":"in an object"}}', "in an object"],
  ["application/json", '{"error":404,"message":"a number beside words"}', "a number beside words"],
  ["application/json", '{"error":{"errors":[{"message":"deep"},{"reason":"deeper"}]}}', "deep; deeper"],
  ["application/json", '{"error":"invalid_grant","error_description":"It expired."}', "It expired."],
  ["application/json", '{"detail":"in its detail"}', "in its detail"],
  ["application/json", '{"detail":[{"loc":["body"],"msg":"a field is missing"}]}', "a field is missing"],
  [
    "application/problem+json",
    '{"title":"Out of credit","detail":"30 needed."}',
    "Out of credit: 30 needed.",
  ],
  ["application/problem+json", '{"title":"Only a title","status":500}', "Only a title"],
  ["application/json", '"a text alone"', "a text alone"],
  ["application/json", '{"error":{}}', undefined],
  ["application/json", '[[[[[[[["too deep"]]]]]]]]', undefined],
  ["application/json", String.raw`{"message":"two\nlines\u0000\u202e."}`, "two\nlines\u0000\u202e."],
  ["text/plain", "x".repeat(5000), `${"x".repeat(2000)}…`],
  ["application/json", '{"error":" padded "}', "padded"],
  ["application/json", '{"error":"  "}', undefined],
  ["application/json", '{"error":404}', "404"],
  ["application/json", '{"error":404,"detail":"","message":405}', "404"],
  ["application/json", '{"errors":[{"code":1},{"message":"one"},"",2,{"message":"two"}]}', "one; two"],
  ["application/json", '{"error":{"error":{"error":{"error":{"message":"too deep"}}}}}', undefined],
  ["application/json", '{"error":{"error":{"message":"deep"}}}', "deep"],
  [
    "application/json",
    JSON.stringify(Array.from({ length: 25 }, (_, index) => `r${index}`)),
    Array.from({ length: 20 }, (_, index) => `r${index}`).join("; "),
  ],
  ["application/json", '{"title":"Gone","detail":"It is Gone."}', "It is Gone."],
  ["text/plain; charset=utf-8", "  padded\n", "padded"],
  ["text/plain", "  ", undefined],
  ["application/octet-stream", "bytes", undefined],
  ["", "  ", undefined],
  ["", "[1]", undefined],
  ["text/html", "<h1>no</h1>", undefined],
  ["", "no type", "no type"],
  ["", "<h1>no type</h1>", undefined],
])("givenReason() finds the reason of %s: %s", (type, body, reason) => {
  const headers = new Headers(type === "" ? {} : { "content-type": type });
  expect(givenReason(parseJson(body), body, headers)).toBe(reason);
});
