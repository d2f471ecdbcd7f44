import { describe, expect, it } from "vitest";
import { checkOptions } from "./check-options.js";

const checked = { of: "the pinned database", known: { host: true, tls: true } } as const;

describe("checkOptions()", () => {
  it.each([{}, { host: "a" }, { host: undefined, tls: "disable" }])("accepts %j", (options) => {
    expect(() => checkOptions(options, checked)).not.toThrow();
  });

  it.each([
    ["hsot", 'Could not read the options of the pinned database: there is no "hsot". Did you mean "host"?'],
    [
      "encryption",
      'Could not read the options of the pinned database: there is no "encryption". Choose one of host, tls.',
    ],
    ["toString", 'there is no "toString". Choose one of host, tls.'],
  ])("refuses %s", (name, message) => {
    const options: object = { host: "a", [name]: "b" };
    expect(() => checkOptions(options, checked)).toThrow(message);
  });
});
