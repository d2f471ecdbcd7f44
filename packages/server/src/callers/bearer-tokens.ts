import { createHash, timingSafeEqual } from "node:crypto";

/** Minimum length of a token in characters; 32 random hexadecimal characters are 128 bits. */
const shortestToken = 32;

/** Maximum length of a token in characters. */
const longestToken = 4096;

interface KnownToken {
  readonly name: string;
  readonly digest: Buffer;
}

/** The bearer tokens of a service. Only their digests are kept. */
export class BearerTokens {
  readonly #tokens: readonly KnownToken[];

  /**
   * @param entries - `sha256:` and a digest in hexadecimal, or a token; each may be prefixed with `name=`
   * @throws TypeError naming the position of an entry that is neither
   */
  constructor(entries: readonly string[]) {
    this.#tokens = entries.map((entry, index) => readEntry(entry, index + 1));
  }

  /** Number of tokens. */
  get count(): number {
    return this.#tokens.length;
  }

  /**
   * @param token - A token as a caller sent it
   * @returns Name of the token; `undefined` if the token is not known
   */
  nameOf(token: string): string | undefined {
    if (token.length > longestToken) return undefined;
    const digest = createHash("sha256").update(token).digest();
    let name: string | undefined;
    // Compare with every token, so that the time does not reveal which of them matched.
    for (const known of this.#tokens) if (timingSafeEqual(known.digest, digest)) name = known.name;
    return name;
  }
}

function readEntry(entry: string, position: number): KnownToken {
  const { name, value } = splitName(entry);
  const known = name ?? `token ${position}`;
  const hexadecimal = /^sha256:([0-9a-f]{64})$/i.exec(value)?.[1];
  if (hexadecimal !== undefined) return { name: known, digest: Buffer.from(hexadecimal, "hex") };
  if (/^sha256:/i.test(value) || value.length < shortestToken || value.length > longestToken) {
    // The entry may be a token that is too short, so it is not shown.
    throw new TypeError(
      `Could not read token ${position} of WELLHEAD_TOKENS: expected ${shortestToken} to ${longestToken} characters, or sha256: and 64 hexadecimal digits, got ${value.length} characters. Make one with "openssl rand -hex 32".`,
    );
  }
  return { name: known, digest: createHash("sha256").update(value).digest() };
}

/**
 * Splits an entry into name and token. A name is shorter than any token, so that a token ending in `=` is not a name.
 */
function splitName(entry: string): { readonly name: string | undefined; readonly value: string } {
  const parts = /^(?<name>[\w.-]{1,31})=(?<value>.+)$/.exec(entry)?.groups;
  return { name: parts?.["name"], value: parts?.["value"] ?? entry };
}
