import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { ConnectorError } from "@wellhead/sdk";

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

/** Minimum length of a secret in characters. */
const shortestSecret = 32;

/** The keys of signed requests, by their ids. */
export class SigningKeys {
  readonly #keys = new Map<string, KeyObject>();

  /**
   * @param entries - `id=secret`
   * @throws TypeError naming the position of an entry that is invalid
   */
  constructor(entries: readonly string[]) {
    for (const [index, entry] of entries.entries()) {
      const { id, secret = "" } = /^(?<id>[\w.-]{1,64})=(?<secret>.+)$/.exec(entry)?.groups ?? {};
      if (id === undefined || secret.length < shortestSecret || this.#keys.has(id)) {
        throw new TypeError(
          `Could not read key ${index + 1} of WELLHEAD_SIGNING_KEYS: expected id=secret with an id of its own and a secret of ${shortestSecret} characters or more. Make a secret with "openssl rand -hex 32".`,
        );
      }
      this.#keys.set(id, createSecretKey(Buffer.from(secret)));
    }
  }

  /** Number of keys. */
  get count(): number {
    return this.#keys.size;
  }

  /**
   * Checks a signature.
   *
   * @param id - Id of the key
   * @param text - What was signed
   * @param signature - HMAC-SHA256 of the text
   * @returns Whether there is such a key and it made the signature
   */
  verify(id: string, text: string, signature: Buffer): boolean {
    const key = this.#keys.get(id);
    if (key === undefined) return false;
    const expected = createHmac("sha256", key).update(text).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
}

/** The result of checking a client certificate. */
export type CertificateVerdict =
  /** The certificate is valid now and signed by the trusted authority; `name` is its subject. */
  | { readonly kind: "trusted"; readonly name: string }
  /** The certificate is not accepted; `reason` says why. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "none" };

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the client certificate has expired",
  CERT_NOT_YET_VALID: "the client certificate is not valid yet",
  CERT_REVOKED: "the client certificate was revoked",
  INVALID_PURPOSE: "the client certificate is not meant for clients",
};

/**
 * Checks the client certificate of a connection. The handshake accepts every certificate, so that the response can say
 * what is wrong with it. This function decides whether it counts. A connection may outlive its certificate, so the
 * expiry is compared with the clock for each request.
 *
 * @param socket - The connection
 * @param now - Current time in milliseconds
 * @returns Whether the certificate is accepted, and its subject
 */
export function readClientCertificate(socket: Socket, now: number): CertificateVerdict {
  if (!(socket instanceof TLSSocket)) return { kind: "none" };
  const certificate = certificateOf(socket);
  if (certificate === undefined) return { kind: "none" };
  if (!socket.authorized) {
    // The type is Error, but Node sets a string that holds the code.
    const code = String(socket.authorizationError);
    return {
      kind: "refused",
      reason: reasons[code] ?? "the client certificate is not signed by the trusted authority",
    };
  }
  if (now > Date.parse(certificate.valid_to))
    return { kind: "refused", reason: "the client certificate has expired" };
  const { CN } = certificate.subject;
  return { kind: "trusted", name: (Array.isArray(CN) ? CN.join("+") : (CN ?? "")) || "certificate" };
}

/** The certificate of each connection. Node parses it on every read, so it is read once for each connection. */
const certificates = new WeakMap<TLSSocket, PeerCertificate>();

function certificateOf(socket: TLSSocket): PeerCertificate | undefined {
  const known = certificates.get(socket);
  if (known !== undefined) return known;
  const certificate = socket.getPeerCertificate();
  // Without a certificate Node returns an empty object.
  if (typeof certificate?.valid_to !== "string") return undefined;
  certificates.set(socket, certificate);
  return certificate;
}

/**
 * Creates the error for a request that does not prove that a known caller sent it.
 *
 * @param reason - What is wrong; must not contain any part of a credential
 * @returns The error to throw
 */
export function callerUnauthorized(reason: string): ConnectorError {
  return new ConnectorError(
    "caller_unauthorized",
    `Could not accept the request: ${reason}. Send the credentials that the operator of this service issued.`,
  );
}
