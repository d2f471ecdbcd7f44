import {
  brokenBytes,
  brokenTexts,
  filterNames,
  hostileNumbers,
  hostileTexts,
  mainPaths,
  memberNames,
  methods,
  paths,
  types,
} from "./hostile-corpora.js";
import type { Random } from "./random.js";

/** A hostile request. */
export interface HostileRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer;
}

/**
 * Generates a hostile request for the sample connector: a valid request that is corrupted in one or more ways, or
 * arbitrary bytes.
 *
 * @param random - Random numbers
 * @returns The request
 */
export function hostileRequest(random: Random): HostileRequest {
  const path = random.below(8) === 0 ? random.of(paths) : random.of(mainPaths);
  const bent =
    random.below(20) === 0
      ? `${path}${encodeURI(random.of(hostileTexts).replaceAll(/\p{Surrogate}/gu, ""))}`
      : path;
  return {
    method: random.below(10) === 0 ? random.of(methods) : "POST",
    url: `${bent}${hostileQuery(random)}`,
    headers: hostileHeaders(random),
    payload: hostileBody(random),
  };
}

/** Header values that are known to confuse services, by name. */
const hostileHeaderValues: Readonly<Record<string, readonly string[]>> = {
  accept: ["text/csv", "application/x-ndjson", "*/*;q=0", "a".repeat(3000), ",,,;;;", "text/csv;q=9", "/"],
  "accept-encoding": ["gzip", "br;q=0.5", "*", "identity;q=0, *;q=0", "zstd", ";q=", "gzip,".repeat(500)],
  "accept-language": ["*", "x".repeat(2000), "en;q=nan"],
  "content-encoding": ["gzip", "identity", "br", "x, y", "deflate", "gzip, gzip", "", "GZIP"],
  "x-correlationid": ["a", "x".repeat(500), "<b>", "a b", "%0d%0a", "é", "__proto__"],
  "x-request-id": ["a", "x".repeat(500), "\t", "'", "constructor"],
  "if-none-match": ["*", "W/", '"', ",,,", `"${"a".repeat(4000)}"`, '"a",'.repeat(800)],
  "if-modified-since": ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"],
  range: ["bytes=0-", "bytes=-1", "bytes=0-0,".repeat(300)],
  host: [
    "",
    "evil.example",
    "127.0.0.1:99999",
    "[::1",
    "a".repeat(500),
    "127.0.0.1:80:80",
    "@",
    "localhost.",
  ],
  origin: ["null", "https://evil.example", "://"],
  "sec-fetch-site": ["cross-site", "same-site", "none", "x"],
  authorization: ["Bearer", "Basic Og==", "Bearer a b", "x".repeat(4000), "Signature a=b"],
  cookie: ["__proto__=1", ";;;=", "a=1; ".repeat(500)],
  "x-forwarded-for": ["127.0.0.1", "a, b, c", "1.1.1.1, ".repeat(400), "::ffff:1.2.3.4", "999.1.1.1"],
  forwarded: ["for=unknown", 'for="[::1]:80";proto=https', ";;;"],
  "x-forwarded-host": ["evil.example"],
  "x-http-method-override": ["DELETE", "GET"],
  "x-original-url": ["/metrics"],
  expect: ["100-continue", "x"],
  traceparent: ["00-0-0-0", "x".repeat(1000)],
  constructor: ["1"],
};

const headerNames = Object.keys(hostileHeaderValues);

/** Headers of which most values are rejected before anything else is checked. */
const refusedEarly: ReadonlySet<string> = new Set([
  "host",
  "origin",
  "sec-fetch-site",
  "content-encoding",
  "expect",
]);

function hostileQuery(random: Random): string {
  if (random.below(3) > 0) return "";
  const parts = Array.from({ length: random.below(5) }, () => {
    const name = random.of(["source", "field", "country", "account", ...hostileTexts]);
    const value = random.of([random.of(hostileTexts), "moons", "echo", "city", "planets"]);
    return `${encodePart(name)}=${encodePart(value)}`;
  });
  return random.of([
    `?${parts.join("&")}`,
    `?${[...parts, ...parts].join("&")}`,
    `?${parts.map((part) => part.replace("=", "[]=")).join(";")}`,
    "?",
    "??",
    "?&&&=",
    "?%",
    "?%ff=%fe",
    "?source[__proto__][polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1",
    `?${"a=1&".repeat(200)}`,
    `?${"[".repeat(500)}=1`,
    `?source=${"%F0%9F".repeat(300)}`,
  ]);
}

function encodePart(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

/**
 * Generates the headers of a request: a type, which is rarely a wrong one, and some whose values confuse services.
 *
 * @param random - Random numbers
 * @returns Values by name
 */
export function hostileHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": random.below(12) === 0 ? random.of(types) : "application/json",
  };
  for (let more = random.below(4); more > 0; more -= 1) {
    const name = random.of(headerNames);
    // These headers are rare, because an early refusal would hide all other cases.
    if (refusedEarly.has(name) && random.below(8) > 0) continue;
    headers[name] = random.of(hostileHeaderValues[name] ?? [""]);
  }
  if (random.below(200) === 0)
    for (let index = 0; index < 300; index += 1) headers[`x-${index}`] = String(index);
  return headers;
}

function hostileBody(random: Random): string | Buffer {
  return corruptBody(() => writeBody(rightBody(random), random), random);
}

/**
 * Returns a body, or in some cases one that is cut, has a wrong byte, or is something else.
 *
 * @param write - Writes the body
 * @param random - Random numbers
 * @returns The body
 */
export function corruptBody(write: () => string, random: Random): string | Buffer {
  const kind = random.below(10);
  if (kind === 0) {
    const text = random.of(brokenTexts);
    // Long texts are rare, because they take most of the time and are all refused in the same way.
    return text.length > 10_000 && random.below(16) > 0 ? "{" : text;
  }
  if (kind === 1) return random.of(brokenBytes);
  if (random.below(5000) === 0) return `{"source":"${"x".repeat(1024 * 1024 + random.below(3) - 14)}"}`;
  const text = write();
  if (kind === 2) return text.slice(0, random.below(text.length + 1));
  if (kind === 3) return flipped(text, random);
  return text;
}

function flipped(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

/** Returns a valid body with members removed, duplicated, retyped and added. */
function rightBody(random: Random): [string, unknown][] {
  const account = random.of([{ auth: "none" }, { auth: "token", token: "t" }, { identifier: "none" }, {}]);
  const filter = Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.of(filterNames), hostileValue(random, 0)]),
  );
  const body: [string, unknown][] = [
    ["source", random.of(["moons", "echo"])],
    ["account", account],
    ["filter", { word: "w", ...filter }],
    ["id", random.of(["none", "token"])],
    ["fields", { token: "t" }],
    ["limit", random.of<unknown>([1, "2", null, new Literal(random.of(hostileNumbers))])],
    ["skip", random.of<unknown>([0, 1, "", new Literal(random.of(hostileNumbers))])],
  ];
  for (let bends = random.below(4); bends > 0; bends -= 1) {
    const place = random.below(body.length);
    const action = random.below(4);
    if (action === 0) body.splice(place, 1);
    else if (action === 1) body.push([random.of(memberNames), hostileValue(random, 0)]);
    else if (action === 2) body.push([random.of(hostileTexts), hostileValue(random, 0)]);
    else if (body[place] !== undefined) body[place] = [body[place][0], hostileValue(random, 0)];
  }
  return body;
}

/**
 * Generates a JSON value of any type.
 *
 * @param random - Random numbers
 * @param depth - Number of levels around it
 * @returns A value for {@link writeValue}
 */
export function hostileValue(random: Random, depth: number): unknown {
  switch (random.below(depth > 3 ? 6 : 9)) {
    case 0:
      return random.of(hostileTexts);
    case 1:
      return new Literal(random.of(hostileNumbers));
    case 2:
      return random.of([true, false, null, 0, 1, -1, 1.5, "", "1", "0", "true"]);
    case 3:
      return random.of([
        "2026-02-30",
        "2026-01-01T25:00",
        "BETWEEN TODAY",
        "LAST 99999999999 YEARS",
        "TODAY TODAY",
        "PREVIOUS -1 DAY",
        "0000-00-00",
        "+275760-09-13",
      ]);
    case 4:
      return {
        _min: random.of([random.of(hostileTexts), null, 5, []]),
        _max: random.of([random.of(hostileTexts), 1, {}]),
      };
    case 5:
      return random.of(["Earth,Mars", ",,,", "moons", "echo", "none", "token"]);
    case 6:
      return Array.from({ length: random.below(5) }, () => hostileValue(random, depth + 1));
    case 7:
      if (random.below(40) === 0) return manyMembers(990 + random.below(20));
      return new Literal(`${'{"a":'.repeat(random.below(60))}1`, true);
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(3) }, (_unused, index) => [
          random.of([random.of(hostileTexts), `k${index}`]),
          depth > 1 ? 1 : hostileValue(random, depth + 2),
        ]),
      );
  }
}

function manyMembers(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`k${index}`, 1]));
}

/** JSON text that is written verbatim. */
class Literal {
  readonly text: string;

  constructor(text: string, nested = false) {
    this.text = nested ? text + "}".repeat(text.split("{").length - 1) : text;
  }
}

/** Writes a body by hand, because an object can hold neither a duplicate name nor `__proto__`. */
function writeBody(body: readonly [string, unknown][], random: Random): string {
  const space = random.of(["", "", " ", "\n\t"]);
  return `{${body.map(([name, value]) => `${space}${JSON.stringify(name)}:${writeValue(value)}`).join(",")}}`;
}

/**
 * Writes a value, with names that an object cannot have and numbers that JavaScript cannot.
 *
 * @param value - JSON, or a value of {@link hostileValue}
 * @returns JSON text
 */
export function writeValue(value: unknown): string {
  if (value instanceof Literal) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeValue(member)}`,
  );
  return `{${members.join(",")}}`;
}
