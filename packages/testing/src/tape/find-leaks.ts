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

/** Names of members and arguments whose random values are secrets. */
const secretName = /token|secret|passw|api[_-]?key|credential|session|signature|bearer|jwt|private/i;

/** Texts that are secrets by their form, whatever their name. */
const secretForms: ReadonlyArray<readonly [RegExp, string]> = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY/, "a private key"],
  [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, "a signed token (JWT)"],
  [
    /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|sk_live|rk_live|shpat|ntn|pat)[_-][\w-]{16,}/,
    "an access token",
  ],
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
  const leaks: Leak[] = [];
  for (const { place, name, text } of textsOf(tape, "")) {
    if (spellings.some((spelling) => text.toLowerCase().includes(spelling)))
      leaks.push({ place, reason: "it contains a secret of the account" });
    else if (!place.startsWith("account.") && !publicTexts.includes(text)) {
      const reason = reasonOf(name, text, publicTexts);
      if (reason !== undefined) leaks.push({ place, reason });
    }
  }
  return leaks;
}

function reasonOf(name: string, text: string, publicTexts: readonly string[]): string | undefined {
  for (const [form, reason] of secretForms) if (form.test(text)) return `it looks like ${reason}`;
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
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  // A long text repeats characters, and hexadecimal digits have 4 bits at most.
  return bits >= (/^[\da-f]+$/i.test(text) ? 3 : 3.5);
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

interface PlacedText {
  readonly place: string;
  /** Name of the nearest member. */
  readonly name: string;
  readonly text: string;
}

function* textsOf(value: unknown, place: string, name = ""): Generator<PlacedText> {
  if (typeof value === "string" || typeof value === "number") yield { place, name, text: String(value) };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsOf(item, `${place}[${index}]`, name);
  else if (typeof value === "object" && value !== null)
    for (const [key, member] of Object.entries(value)) {
      const inside = place === "" ? key : `${place}.${key}`;
      yield { place: inside, name, text: key };
      yield* textsOf(member, inside, key);
    }
}
