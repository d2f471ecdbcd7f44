import { textsInBytes } from "./packed-texts.js";
import { publicPrefixes } from "./public-prefixes.js";
import type { Tape } from "./tape.js";
import { secretMark } from "./tape-request.js";

/** A text on a tape that must not be written. */
export interface Leak {
  /** Where it is, such as `interactions[3].response.body.json.next`. */
  readonly place: string;
  /** Why it must not be written. */
  readonly reason: string;
}

/** Minimum length of a secret that is searched in other encodings; shorter ones occur by chance. */
const minEncoded = 6;

/** Number of characters of a secret that are searched as a part of it, and minimum length of such a secret. */
const partLength = 12;
const minSplit = 16;

/** Names of members and arguments whose random values are secrets. */
const secretName =
  /token|secret|passw|pwd|api[_-]?key|credential|session|signature|bearer|jwt|private|authorization|cookie|(?:^|[_-])(?:auth|sig|sid|otp)$/i;

/** Texts that are secrets by their form, whatever their name. */
const secretForms: ReadonlyArray<readonly [RegExp, string]> = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY/, "a private key"],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, "a signed token (JWT)"],
  [new RegExp(String.raw`\b(?:${publicPrefixes})[_-](?=[\w-]*\d)[\w-]{16,}`), "an access token"],
  [/\b(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|ATATT[\w-]{20,})/, "an access token"],
  [/\b(?:bearer|basic|token) +(?=[\w.~+/-]*\d)[\w.~+/-]{16,}/i, "credentials of a header"],
  [/\bAKIA[A-Z\d]{16}\b/, "an access key"],
  [/:\/\/[^/\s:@]+:[^/\s@]+@/, "an address with a password"],
];

/**
 * Searches a tape for secrets. It shares nothing with the code that has replaced them: that code decodes the texts,
 * this one encodes the secrets.
 *
 * @param tape - The tape, with its secrets replaced
 * @param secrets - The secrets of the account
 * @param publicTexts - Texts that look like secrets and are none
 * @returns Everything that must not be written
 */
export function findLeaks(
  tape: Tape,
  secrets: readonly string[],
  publicTexts: readonly string[] = [],
): readonly Leak[] {
  const spellings = secrets.flatMap((secret) => spellingsOf(secret));
  const parts = new Set(secrets.flatMap((secret) => partsOf(secret)));
  const leaks: Leak[] = [];
  for (const one of textsOf(tape, "")) {
    const { place, text, readings } = one;
    const isLeaked = readings.some((reading) => {
      const lower = reading.toLowerCase();
      return spellings.some((spelling) => lower.includes(spelling));
    });
    if (isLeaked) leaks.push({ place, reason: "it contains a secret of the account" });
    else if (!place.startsWith("account.") && !publicTexts.includes(text)) {
      const reason = readings.some((reading) => hasPart(reading, parts))
        ? "it contains a part of a secret of the account"
        : reasonOf(one, publicTexts);
      if (reason !== undefined) leaks.push({ place, reason });
    }
  }
  return leaks;
}

function reasonOf({ place, name, text, readings }: PlacedText, publicTexts: readonly string[]) {
  for (const [form, reason] of secretForms)
    if (readings.some((reading) => form.test(reading))) return `it looks like ${reason}`;
  // The bytes of a picture or an archive are random, too.
  if (place.endsWith(".body.base64")) return undefined;
  for (const [argument, value] of argumentsIn(text))
    if (secretName.test(argument) && isRandom(value, 16) && !publicTexts.includes(value))
      return `the value of "${argument}" looks like a secret`;
  if (secretName.test(name) && isRandom(text, 16)) return `the value of "${name}" looks like a secret`;
  const random = text.match(/[\w+/=~.-]{24,}/g)?.find((word) => isRandom(word, 24) && isMixed(word));
  if (random === undefined || publicTexts.includes(random)) return undefined;
  return `it contains ${random.length} random characters, "${random.slice(0, 4)}…"`;
}

/** Returns the arguments of addresses in a text. */
function argumentsIn(text: string): ReadonlyArray<readonly [string, string]> {
  return [...text.matchAll(/[?&]([^=&\s]+)=([^&\s"'>]+)/g)].map(([, name = "", value = ""]) => [name, value]);
}

/** Whether a text has the entropy of a key: at least 3.5 bits per character. */
function isRandom(text: string, minLength: number): boolean {
  if (text.length < minLength || text.includes(secretMark) || /\s/.test(text)) return false;
  // A long text repeats characters, and hexadecimal digits have 4 bits at most.
  return entropyOf(text) >= (/^[\da-f]+$/i.test(text) ? 3 : 3.5);
}

/** Bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a word mixes capitals, small letters and digits as keys do: not as words, names, dates or addresses do. */
function isMixed(word: string): boolean {
  const longest = word.split(/[/.=_~-]/).toSorted((left, right) => right.length - left.length)[0] ?? "";
  const changes = longest.match(/[a-z][A-Z\d]|[A-Z]\d|\d[A-Za-z]/g)?.length ?? 0;
  return (
    longest.length >= 20 && /[a-z]/.test(longest) && /[A-Z]/.test(longest) && changes >= longest.length / 6
  );
}

/** The forms of a secret that occur in requests and responses, in lower case. */
function spellingsOf(secret: string): readonly string[] {
  if (secret.length < minEncoded) return [secret.toLowerCase()].filter((text) => text.length > 3);
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // The first and last characters also contain bits of the neighbours.
    return encoded.slice(Math.ceil((shift * 8) / 6), encoded.length - 1);
  });
  const texts = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString("hex"),
    ...inside,
    ...inside.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
  ];
  return [...new Set(texts.map((text) => text.toLowerCase()).filter((text) => text.length >= minEncoded))];
}

/** The parts of a secret that occur nowhere else, because their characters are random. */
function partsOf(secret: string): readonly string[] {
  if (secret.length < minSplit) return [];
  const starts = Array.from({ length: secret.length - partLength + 1 }, (_, start) => start);
  return starts
    .map((start) => secret.slice(start, start + partLength))
    .filter((part) => /\d/.test(part) && entropyOf(part) >= 3);
}

function hasPart(text: string, parts: ReadonlySet<string>): boolean {
  if (parts.size === 0) return false;
  for (let start = 0; start + partLength <= text.length; start += 1)
    if (parts.has(text.slice(start, start + partLength))) return true;
  return false;
}

interface PlacedText {
  readonly place: string;
  /** Name of the nearest member. */
  readonly name: string;
  readonly text: string;
  /** What a reader can see in it: the text, and what it is an encoding of. */
  readonly readings: readonly string[];
}

function* textsOf(value: unknown, place: string, name = ""): Generator<PlacedText> {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    yield { place, name, text, readings: readingsOf(text) };
  } else if (Array.isArray(value)) {
    if (isBytes(value)) yield { place, name, text: "", readings: textsInBytes(Buffer.from(value)) };
    for (const [index, item] of value.entries()) yield* textsOf(item, `${place}[${index}]`, name);
  } else if (typeof value === "object" && value !== null)
    for (const [key, member] of Object.entries(value)) {
      const inside = place === "" ? key : `${place}.${key}`;
      yield { place: inside, name, text: key, readings: readingsOf(key) };
      yield* textsOf(member, inside, key);
    }
}

/** A list of numbers is the way in which some programs write bytes as JSON. */
function isBytes(list: readonly unknown[]): list is readonly number[] {
  return list.length >= minEncoded && list.every(isByte);
}

function isByte(item: unknown): item is number {
  return typeof item === "number" && Number.isInteger(item) && item >= 0 && item < 256;
}

/** Base64 of more than a word: a body that is not text, or a file in a member. */
const base64Form = /^[\w+/-]{20,}={0,2}$/;

/** Reads a text without what stands between its characters, and unpacks it if it is Base64. */
function readingsOf(text: string): readonly string[] {
  const closed = text.replaceAll(/=\r?\n|[\s\0:]/g, "");
  const isPacked = base64Form.test(closed);
  return [
    text,
    ...(closed === text ? [] : [closed]),
    ...(isPacked ? textsInBytes(Buffer.from(closed, "base64")) : []),
  ];
}
