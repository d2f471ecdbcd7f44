import { inspect } from "node:util";
import { countRuns } from "@wellhead/test-support/properties/count-runs";
import { array, assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { Scrubber, withheld } from "./scrubber.js";

const signs = constantFrom(...Array.from("ab%25&#+/=\"'\\ <>\n\té😀\ud800"));

/** Encoders of a text; each may be applied to the output of another. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  percent: (text) => encodeURIComponent(Buffer.from(text).toString()),
  lower: (text) =>
    encodeURIComponent(Buffer.from(text).toString()).replaceAll(/%../g, (found) => found.toLowerCase()),
  form: (text) => new URLSearchParams({ s: text }).toString().slice(2),
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

const digits: Readonly<Record<string, (text: string) => string>> = {
  // Padding reveals nothing and may stay. It is removed to shorten the expectation.
  base64: (text) => Buffer.from(text).toString("base64").replaceAll("=", ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  mail: (text) =>
    Buffer.from(text)
      .toString("base64")
      .replaceAll("=", "")
      .replaceAll(/(.{10})(?=.)/g, "$1\r\n"),
  basic: (text) => Buffer.from(`user:${text}`).toString("base64").replaceAll("=", ""),
  hex: (text) => Buffer.from(text).toString("hex"),
  upper: (text) => Buffer.from(text).toString("hex").toUpperCase(),
};

const encoders = { ...escapes, ...digits };

function scrub(secrets: readonly string[], text: string): string {
  const scrubber = new Scrubber();
  for (const secret of secrets) scrubber.add(secret);
  return scrubber.scrub(text);
}

describe("scrub()", () => {
  it.each(Object.entries(escapes))("finds what %s makes of a secret", (_name, encode) => {
    assert(
      property(string({ unit: signs, minLength: 4, maxLength: 12 }), (secret) => {
        // Backslashes at either end are not part of another character.
        expect(scrub([secret], `<${encode(secret)}>`).replaceAll("\\", "")).toBe("<[secret]>");
      }),
      { numRuns: countRuns(300) },
    );
  });

  it("finds a secret in any three encodings, one inside the other", () => {
    const names = constantFrom(...Object.keys(encoders));
    assert(
      property(array(names, { minLength: 1, maxLength: 3 }), (chain) => {
        if (chain.filter((name) => name in digits).length > 2) return;
        const secret = `s3cr"t\\one/%+é&two`;
        const encoded = chain.reduce(
          (text, name) => encoders[name as keyof typeof encoders]?.(text) ?? text,
          secret,
        );
        const result = scrub([secret], `at ${encoded} end`);
        expect(result.replaceAll("\\", "")).toMatch(/^at .{0,120}\[secret\].{0,4} end$/s);
      }),
      { numRuns: countRuns(500) },
    );
  });

  it("finds the lines of a secret that has several, without each other and in any layout", () => {
    const lines = Array.from({ length: 5 }, (_unused, at) => `line${at}/${"k".repeat(40)}${at}+`);
    const key = ["-----BEGIN PRIVATE KEY-----", ...lines, "short"].join("\n");
    const account = JSON.stringify({ type: "service_account", private_key: key });
    for (const secret of [key, key.replaceAll("\n", "\r\n"), account]) {
      for (const text of [
        inspect({ key }),
        JSON.stringify(inspect({ key })),
        lines.join(""),
        lines.slice(2).join(" "),
      ])
        expect(scrub([secret], text)).not.toMatch(/line|kkk/);
    }
    expect(scrub(["one line, which\nare two"], "one line, which is one")).toBe("one line, which is one");
  });

  it("replaces overlapping secrets whole, and one that begins another", () => {
    expect(scrub(["abcdef", "defghi"], "<abcdefghi>")).toBe("<[secret]>");
    expect(scrub(["abcd", "abcdefgh"], "<abcdefgh> <abcd> <abcdef>")).toBe(
      "<[secret]> <[secret]> <[secret]ef>",
    );
    expect(scrub(["aaaa"], "aaaaaa b")).toBe("[secret] b");
  });

  it("finds the beginning of a long secret wherever a text was cut", () => {
    const secret = "sk-0123456789abcdefghijklmnopqrstuvwxyz".repeat(20);
    expect(scrub([secret], `refused ${secret.slice(0, 200)}… (cut)`)).toBe("refused [secret]… (cut)");
    expect(scrub([secret], `refused ${secret.slice(0, 9)}`)).toBe("refused [secret]");
    const long = `${"x".repeat(16 * 1024 - 5)}${secret}`;
    expect(scrub([secret], long).endsWith("x[secret]…")).toBe(true);
    expect(scrub([secret], `refused ${Buffer.from(secret).toString("base64").slice(0, 150)} (cut)`)).toBe(
      "refused [secret] (cut)",
    );
  });

  it("replaces a secret of one to three characters only as a whole word", () => {
    expect(scrub(["7", "abc"], "abc abcd 7 77 (7) abc.")).toBe(
      "[secret] abcd [secret] 77 ([secret]) [secret].",
    );
    expect(scrub(["abc"], '{"pin":"abc"}')).toBe('{"pin":"[secret]"}');
  });

  it("finds a long secret that contains escapes, with and without them", () => {
    const units = constantFrom("%41", "\\n", "&amp;", "ab", "é", "7");
    const whole = constantFrom(...Object.values(encoders), (text: string) => text);
    assert(
      property(array(units, { minLength: 40, maxLength: 120 }), whole, (parts, encode) => {
        const secret = parts.join("");
        expect(scrub([secret], `<${encode(secret)}>`).replaceAll("\\", "")).toMatch(
          /^<.{0,8}\[secret\].{0,2}>$/s,
        );
      }),
      { numRuns: countRuns(150) },
    );
  });

  it("finds encoded secrets before, between and after long ones", () => {
    const long = "sk-".padEnd(90, "0123456789abcdefghij");
    const others = ["first-secret", "second-secret", "third-secret"];
    const [first = "", second = "", third = ""] = others;
    const base64 = Buffer.from(first).toString("base64");
    const hex = Buffer.from(third).toString("hex");
    const text = `${base64} ${long} ${Buffer.from(second).toString("hex")} ${long} ${hex}`;
    expect(scrub([long, ...others], text)).toBe("[secret] [secret] [secret] [secret] [secret]");
  });

  it("takes the first eight bytes at the end of a text for the secret, and not seven", () => {
    const secret = "sk-0123456789abcdefghijklmnopqrstuvwxyz";
    expect(scrub([secret], `refused ${secret.slice(0, 8)}`)).toBe("refused [secret]");
    expect(scrub([secret], `refused ${secret.slice(0, 7)}`)).toBe(`refused ${secret.slice(0, 7)}`);
  });

  it("ignores an empty secret, and numbers are not equal to a blank one", () => {
    const scrubber = new Scrubber();
    scrubber.add("");
    expect(scrubber.secrets()).toEqual([]);
    scrubber.add("   ");
    expect(scrubber.isSecretNumber(0)).toBe(false);
  });

  it("keeps letters of another case, and whole texts without secrets", () => {
    const text = "İstanbul ﬁnds ßomething 50% \\ & 100 %41";
    expect(scrub(["secret-one"], text)).toBe(text);
    expect(scrub(["İßﬁ-key"], "<İßﬁ-key> <i̇ss>")).toBe("<[secret]> <i̇ss>");
  });

  it("recognises a number that is a secret of digits", () => {
    const scrubber = new Scrubber();
    scrubber.add("0123456789");
    expect(scrubber.isSecretNumber(123456789)).toBe(true);
    expect(scrubber.isSecretNumber(12345678)).toBe(false);
  });

  it("withholds texts once there are more secrets than it can keep", () => {
    const scrubber = new Scrubber();
    for (let index = 0; index < 1200; index += 1) scrubber.add(`secret-${index}`);
    expect(scrubber.scrub("nothing")).toBe(withheld);
    for (let index = 0; index < 5000; index += 1) scrubber.add(`more-${index}`);
    expect(scrubber.secrets().length).toBeLessThan(1200);
  });

  it("counts a secret once, however often it is read", () => {
    const scrubber = new Scrubber();
    for (let index = 0; index < 5000; index += 1) scrubber.add("secret-one");
    expect(scrubber.secrets()).toEqual(["secret-one"]);
    expect(scrubber.scrub("a secret-one")).toBe("a [secret]");
  });
});

describe("cost of scrub()", () => {
  const stepsFor = (secrets: readonly string[], text: string): number => {
    const scrubber = new Scrubber();
    for (const secret of secrets) scrubber.add(secret);
    scrubber.scrub(text);
    return scrubber.steps;
  };

  it.each([1, 16, 1024])("does not grow with the length of a secret: %d KB", (kilobytes) => {
    const secret = "Zx".repeat(kilobytes * 512);
    expect(stepsFor([secret], "Sign in to Ålesund: refused")).toBeLessThan(200);
  });

  it("counts each byte it looks at, and does not decode what it has found", () => {
    expect(stepsFor(["zzzzzz"], "x y ".repeat(250))).toBeGreaterThanOrEqual(1000);
    const secret = Array.from({ length: 900 }, (_unused, index) => (index * 7919).toString(36)).join("");
    expect(stepsFor([secret], `refused ${secret}`)).toBeLessThan(4 * secret.length);
  });

  it("grows linearly with the text, whatever the secrets are", () => {
    const hostile: readonly (readonly [string[], (length: number) => string])[] = [
      [["a".repeat(16_000)], (length) => "a".repeat(length)],
      [
        Array.from({ length: 200 }, (_, index) => `${"a".repeat(500)}${index}`),
        (length) => "a".repeat(length),
      ],
      [[`${"\\".repeat(40)}x${'\\"'.repeat(20)}%%%%&&&&`], (length) => "\\".repeat(length)],
      [["%25%25%25"], (length) => "%25".repeat(length / 3)],
      [["AAAAAAAA"], (length) => "A".repeat(length)],
      [["&amp;&amp;"], (length) => "&amp;".repeat(length / 5)],
    ];
    for (const [secrets, textOf] of hostile) {
      for (const length of [100, 1000, 10_000, 1_000_000]) {
        const searched = Math.min(length, 16 * 1024);
        // The last comparison before the budget runs out may be as long as the text.
        expect(stepsFor(secrets, textOf(length))).toBeLessThan((searched + 1024) * 64 + 2 * searched + 600);
      }
    }
  });

  it("replaces a text that would cost more by a constant sentence", () => {
    const secrets = Array.from({ length: 200 }, (_, index) => `${"a".repeat(5000)}${index}`);
    expect(scrub(secrets, "a".repeat(9000))).toBe(withheld);
  });
});
