import { expect, it } from "vitest";
import { Scrubber } from "./scrubber.js";

const secret = 'pa"ss/wörd+1';
const bytes = Buffer.from(secret);

it.each([
  ["as it is", secret],
  ["as JSON", JSON.stringify(secret).slice(1, -1)],
  ["in an address", encodeURIComponent(secret)],
  ["as hexadecimal digits", bytes.toString("hex")],
  ["as base64", bytes.toString("base64")],
  ["as base64 of an address", bytes.toString("base64url")],
])("`scrub()` removes a secret %s", (_form, text) => {
  expect(new Scrubber([secret]).scrub(`before ${text} after`)).toBe("before [secret] after");
});

it("`scrub()` removes the longer of two secrets as a whole, and leaves short texts", () => {
  expect(new Scrubber(["abcd", "abcdefgh", "x"]).scrub("x abcdefgh abcd")).toBe("x [secret] [secret]");
});
