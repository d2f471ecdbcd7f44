import { expect, test } from "vitest";
import { checkName } from "./identify-account.js";

const secret = "sk-abcdefgh12345";

test.each([
  `Key ${secret}`,
  "Key abcdefgh",
  "Key …2345",
  "Key ****45",
  "Key ...12345",
  "sk-ab…",
  "xxxx345 of Ada",
])("`checkName()` refuses %j", (name) => {
  expect(() => checkName(name, { secrets: [secret], open: () => [] })).toThrow("contains part of a secret");
});

test.each(["Ada Lovelace", "abcdefg", "Ada (2345)", "ada@example.org", "Order … of Ada", "12345"])(
  "`checkName()` lets %j through",
  (name) => {
    expect(checkName(name, { secrets: [secret], open: () => [] })).toBe(name);
  },
);

test("`checkName()` lets through what the account shows anyway", () => {
  expect(checkName("postgres at home", { secrets: ["postgres"], open: () => ["postgres"] })).toBe(
    "postgres at home",
  );
});

test("`checkName()` lets a name through that holds a secret of three characters, as half of all names would", () => {
  expect(checkName("Ada", { secrets: ["a", "da", "Ada"], open: () => [] })).toBe("Ada");
});
