import { createHash, timingSafeEqual } from "node:crypto";

/** Fewest characters of a token; 32 random hexadecimal ones are 128 bits. */
const shortestToken = 32;

/** Longest token that is looked at. */
const longestToken = 4096;

interface KnownToken {
  readonly name: string;
  readonly digest: Buffer;
}

/** The bearer tokens of a service. It keeps their digests only. */
export class BearerTokens {
  readonly #tokens: readonly KnownToken[];

  /**
   * @param entries - `sha256:` and a digest in hexadecimal, or a token; each may have a `name=` before it
   * @throws TypeError naming the position of an entry that is neither
   */
  constructor(entries: readonly string[]) {
    this.#tokens = entries.map((entry, index) => readEntry(entry, index + 1));
  }

  /** How many there are. */
  get count(): number {
    return this.#tokens.length;
  }

  /**
   * @param token - A token as a caller sent it
   * @returns Name of the token; `undefined` when it is none of them
   */
  nameOf(token: string): string | undefined {
    if (token.length > longestToken) return undefined;
    const digest = createHash("sha256").update(token).digest();
    let name: string | undefined;
    // Every token is compared, so that the time says nothing about which one was near.
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

/** A name has fewer characters than any token, so that a token that ends with `=` is not taken for one. */
function splitName(entry: string): { readonly name: string | undefined; readonly value: string } {
  const parts = /^(?<name>[\w.-]{1,31})=(?<value>.+)$/.exec(entry)?.groups;
  return { name: parts?.["name"], value: parts?.["value"] ?? entry };
}
