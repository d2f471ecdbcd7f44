import { describe, expect, it } from "vitest";
import { isConnectorError } from "../errors/connector-error.js";
import { Secret } from "../values/secret.js";
import { bool } from "./bool.js";
import { date, dateRange } from "./date.js";
import type { Field } from "./field.js";
import { id } from "./id.js";
import { link } from "./link.js";
import { list, multiDropdown, multiList } from "./list.js";
import { number, range } from "./number.js";
import { highlightText, password, text } from "./text.js";
import { url } from "./url.js";

const context = { zone: "UTC", now: new Date("2026-06-13T12:00:00Z") };
const sizes = { choices: ["s", { title: "Medium", value: "m" }, 7] };

const accepted: readonly (readonly [string, Field, unknown, unknown])[] = [
  ["text", text(), "a", "a"],
  ["text from a number", text(), 5, "5"],
  ["id from a number", id(), 42, "42"],
  ["id beyond 2^53 as text", id(), "9007199254740993", "9007199254740993"],
  ["number", number(), 1.5, 1.5],
  ["numeric text", number(), " 696969696 ", 696969696],
  ["text of a large number", number(), "1e21", 1e21],
  ["text with many digits", number(), "0.10000000000000000001", 0.1],
  ["bool from 1", bool(), 1, true],
  ["bool from 0", bool(), "0", false],
  ["bool from text", bool(), "True", true],
  ["url without scheme", url(), "example.org/a/", "https://example.org/a"],
  ["url with scheme", url(), "http://example.org", "http://example.org"],
  ["single date", date(), "2026-06-13", "2026-06-13T00:00:00.000Z"],
  [
    "date range",
    dateRange(),
    { _min: "2026-06-01", _max: "2026-06-13" },
    { min: "2026-06-01T00:00:00.000Z", max: "2026-06-13T23:59:59.999Z" },
  ],
  ["open date range", dateRange(), { _min: "2026-06-01", _max: null }, { min: "2026-06-01T00:00:00.000Z" }],
  [
    "one day as a range",
    dateRange(),
    "2026-06-13",
    { min: "2026-06-13T00:00:00.000Z", max: "2026-06-13T23:59:59.999Z" },
  ],
  ["static choice", list(sizes), "m", "m"],
  ["numeric choice", list(sizes), 7, "7"],
  ["several as array", multiDropdown(sizes), ["s", "m"], ["s", "m"]],
  ["several as comma text", multiList(sizes), "s,m", ["s", "m"]],
  ["live choice of any value", list({ options: () => [] }), "anything", "anything"],
  ["number range", range(), { _min: "1", _max: 5 }, { min: 1, max: 5 }],
  ["open number range", range(), { _max: 5 }, { max: 5 }],
  ["editor text", highlightText({ editorMode: "sql" }), "select 1", "select 1"],
];

const refused: readonly (readonly [string, Field, unknown])[] = [
  ["text from an object", text(), {}],
  ["number from a word", number(), "many"],
  ["number from hexadecimal text", number(), "0x10"],
  ["number that would be rounded", number(), "9007199254740993"],
  ["bound that would be rounded", range(), { _min: "-9007199254740993" }],
  ["number from empty text", number(), " "],
  ["number from Infinity", number(), "Infinity"],
  ["bool from a word", bool(), "maybe"],
  ["url of another scheme", url(), "javascript:alert(1)"],
  ["url that is none", url(), "http://"],
  ["date from a word", date(), "soonish"],
  ["date from a range", date(), { _min: "2026-06-01" }],
  ["date range the wrong way round", dateRange(), { _min: "2026-06-13", _max: "2026-06-01" }],
  ["choice outside the list", list(sizes), "xl"],
  ["one of several outside the list", multiDropdown(sizes), ["s", "xl"]],
  ["range from a number", range(), 5],
  ["range the wrong way round", range(), { _min: 5, _max: 1 }],
];

describe("accept()", () => {
  it.each(accepted)("reads %s", (_what, field, raw, value) => {
    expect(field.accept(raw, context)).toEqual(value);
  });

  it.each(refused)("refuses %s with a sentence", (_what, field, raw) => {
    let thrown: unknown;
    try {
      field.accept(raw, context);
    } catch (error) {
      thrown = error;
    }
    expect(isConnectorError(thrown) && thrown.code).toBe("invalid_field");
    expect(isConnectorError(thrown) && thrown.message.length).toBeGreaterThan(15);
  });

  it("wraps a password and leaves a wrapped one as it is", () => {
    const secret = password().accept("s3cr3t", context);
    expect(secret).toBeInstanceOf(Secret);
    expect(password().accept(secret, context)).toBe(secret);
  });
});

describe("password()", () => {
  it("refuses a value that is not text without repeating it", () => {
    expect(() => password().accept({ key: "s3cr3t" }, context)).toThrow("expected text, got object");
  });
});

describe("link()", () => {
  it("shows an address and has no value", () => {
    expect(link({ title: "Help", address: "https://example.org" })).toMatchObject({
      type: "link",
      value: "https://example.org",
    });
  });
});
