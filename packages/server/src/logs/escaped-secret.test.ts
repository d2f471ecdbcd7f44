import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { escapedSecret } from "./escaped-secret.js";

const signs = constantFrom(...Array.from("ab%25&#+/=\"'\\ <>\n\té😀\ud800"));

/** What encoders make of a text; each may be applied to what another made. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  percent: (text) => encodeURIComponent(Buffer.from(text).toString()),
  form: (text) => new URLSearchParams({ s: text }).toString().slice(2),
  path: (text) =>
    new URL(
      `http://a/${Buffer.from(text)
        .toString()
        .replaceAll(/[/\\?#%\s.]/g, encodeURIComponent)}`,
    ).pathname.slice(1),
  entities: (text) =>
    text.replaceAll(
      /[&<>"']/g,
      (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#39"};`,
    ),
  numbers: (text) => Array.from(text, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(""),
  units: (text) =>
    Array.from(
      { length: text.length },
      (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
};

describe("escapedSecret()", () => {
  it.each(Object.entries(encoders))("finds what %s makes of a secret", (_name, encode) => {
    assert(
      property(string({ unit: signs, minLength: 4, maxLength: 12 }), (secret) => {
        expect(`<${encode(secret)}>`.replace(escapedSecret(secret), "*")).toBe("<*>");
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["percent", "percent"],
    ["json", "json"],
    ["form", "json"],
    ["entities", "json"],
  ])("finds a secret that %s and then %s encoded", (first, second) => {
    const secret = `s3cr"t\\one/%+é`;
    const twice = encoders[second]?.(encoders[first]?.(secret) ?? "");
    expect(twice?.replace(escapedSecret(secret), "*")).toBe("*");
  });

  it("takes no longer for a text made to slow it down", () => {
    const secret = `${"\\".repeat(40)}x${'\\"'.repeat(20)}%%%%&&&&`;
    for (const text of [
      "\\".repeat(4000),
      '\\\\"'.repeat(1000),
      "%25".repeat(1000),
      "&amp;".repeat(1000),
      "%252525".repeat(500),
    ])
      expect(text.replace(escapedSecret(secret), "*")).toBe(text);
  }, 1000);
});
