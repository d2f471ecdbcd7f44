import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import type { Store } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import { callerUnauthorized, type SigningKeys } from "./credentials.js";
import { type RequestSignature, readSignature, signatureBase } from "./signature-header.js";

/** Options of {@link SignedRequests}. */
export interface SignedRequestsOptions {
  /** Returns the current keys, which change with their file. */
  readonly keys: () => SigningKeys;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  readonly clockSkewSeconds: number;
  /** Store in which replicas share their nonces; `undefined` when there is only one process. */
  readonly shared: Store | undefined;
  /** The nonces of requests that were accepted. */
  readonly nonces: Nonces;
}

/** A signed request that was accepted. */
export interface SignedCaller {
  readonly name: string;
  /** Digest its body must have; `undefined` when it has no body. */
  readonly digest: StatedDigest | undefined;
}

/** Checks requests that are signed with HMAC-SHA256 as RFC 9421 describes. */
export class SignedRequests {
  readonly #options: SignedRequestsOptions;

  /** @param options - Keys, clock and store */
  constructor(options: SignedRequestsOptions) {
    this.#options = options;
  }

  /**
   * @param request - The request, its body not yet read
   * @returns Who signed it
   * @throws ConnectorError `caller_unauthorized` when the signature is wrong, too old or was used before;
   *   `unavailable` when that cannot be checked
   */
  async check(request: IncomingMessage): Promise<SignedCaller> {
    const signature = readSignature(request);
    if (typeof signature === "string") throw callerUnauthorized(signature);
    const digest = this.#checkCoverage(request, signature);
    const base = signatureBase(request, signature);
    if (typeof base === "string") throw callerUnauthorized(base);
    if (!this.#options.keys().verify(signature.keyId, base.text, signature.signature))
      throw callerUnauthorized("the signature is wrong or its key is not known");
    this.#checkTime(signature);
    await this.#checkNonce(signature);
    return { name: signature.keyId, digest };
  }

  #checkCoverage(request: IncomingMessage, { components }: RequestSignature): StatedDigest | undefined {
    for (const required of ["@method", "@path", "@query"])
      if (!components.includes(required))
        throw callerUnauthorized(`the signature does not cover ${required}`);
    const covered = components.includes("content-digest");
    if (!hasBody(request) && !covered) return undefined;
    if (!covered) throw callerUnauthorized("the signature does not cover content-digest");
    const digest = readContentDigest(request.headers["content-digest"]);
    if (digest === undefined) throw callerUnauthorized("expected Content-Digest with one sha-256 or sha-512");
    if (hasBody(request)) return digest;
    if (!isEmptyDigest(digest)) throw callerUnauthorized("the body that was signed is missing");
    return undefined;
  }

  #checkTime({ created, expires = Number.POSITIVE_INFINITY }: RequestSignature): void {
    const { now, clockSkewSeconds } = this.#options;
    const seconds = now() / 1000;
    if (Math.abs(seconds - created) > clockSkewSeconds || seconds > expires)
      throw callerUnauthorized(
        `the signature was made more than ${clockSkewSeconds} seconds before or after the current time, or has expired; compare the clocks`,
      );
  }

  async #checkNonce({ keyId, nonce, created }: RequestSignature): Promise<void> {
    const { now, clockSkewSeconds, shared, nonces } = this.#options;
    const end = (created + clockSkewSeconds + 1) * 1000;
    const name = JSON.stringify([keyId, nonce]);
    const found = nonces.add(name, now(), end);
    if (found === "full")
      throw new ConnectorError(
        "unavailable",
        "Could not accept the request: too many signed requests arrived. Try again later.",
        { retryAfter: clockSkewSeconds },
      );
    if (found === "replayed" || !(await isNewToReplicas(shared, name, end - now())))
      throw callerUnauthorized("the signature was used before; make a new nonce for each request");
  }
}

/** Returns whether no other replica has accepted the nonce. If the store fails, that is unknown, so this throws. */
async function isNewToReplicas(shared: Store | undefined, name: string, lifetime: number): Promise<boolean> {
  if (shared === undefined) return true;
  try {
    return await shared.setIfAbsent(`nonce:${name}`, "1", lifetime);
  } catch (error) {
    throw new ConnectorError(
      "unavailable",
      "Could not accept the request: the store that keeps signed requests from being repeated cannot be reached. Try again in a few seconds.",
      { retryAfter: 5, cause: error },
    );
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && !/^0+$/.test(length));
}

/**
 * Maximum number of nonces. To exceed it, a caller with a valid key would have to send this number of requests within
 * the allowed clock skew.
 */
const maxNonces = 200_000;

/** The nonces of accepted signed requests. Each is kept for as long as its signature is valid. */
export class Nonces {
  /** Expiry time of each nonce, roughly in order of that time. */
  readonly #ends = new Map<string, number>();

  /** Number of nonces kept. */
  get size(): number {
    return this.#ends.size;
  }

  /**
   * Adds a nonce.
   *
   * @param nonce - The nonce together with the id of its key
   * @param now - Current time in milliseconds
   * @param end - When it expires, in milliseconds
   * @returns `replayed` if it is already known, `full` if the maximum is reached, else `new`
   */
  add(nonce: string, now: number, end: number): "new" | "replayed" | "full" {
    const known = this.#ends.get(nonce);
    if (known !== undefined && known > now) return "replayed";
    this.#forget(now);
    if (this.#ends.size >= maxNonces) return "full";
    this.#ends.set(nonce, end);
    return "new";
  }

  /**
   * Removes expired nonces from the start of the map, without a search. Nonces that are added at the same time expire
   * within twice the clock skew of each other. The order delays the removal of an expired nonce by no more than that.
   */
  #forget(now: number): void {
    for (const [nonce, end] of this.#ends) {
      if (end > now) return;
      this.#ends.delete(nonce);
    }
  }
}

/** The digest that a signed request states for its body. */
export interface StatedDigest {
  readonly algorithm: "sha256" | "sha512";
  readonly base64: string;
}

/**
 * Parses the header `Content-Digest`.
 *
 * @param value - The header
 * @returns The digest; `undefined` unless the header holds exactly one `sha-256` or `sha-512` digest
 * @see https://www.rfc-editor.org/rfc/rfc9530#section-2
 */
function readContentDigest(value: string | readonly string[] | undefined): StatedDigest | undefined {
  if (typeof value !== "string") return undefined;
  const { size, base64 } =
    /^\s*sha-(?<size>256|512)=:(?<base64>[A-Za-z0-9+/]{43,88}={0,2}):\s*$/.exec(value)?.groups ?? {};
  if (base64 === undefined) return undefined;
  return { algorithm: size === "512" ? "sha512" : "sha256", base64 };
}

/**
 * Reports whether a digest is that of an empty body.
 *
 * @param digest - What the request states
 * @returns Whether an empty body has it
 */
function isEmptyDigest({ algorithm, base64 }: StatedDigest): boolean {
  return createHash(algorithm).digest("base64") === base64;
}

/** Passes a body through, and fails at its end if it is not the body that was signed. */
export class DigestCheck extends Transform {
  /** Bytes received so far. Fastify compares them with the length that the request states. */
  receivedEncodedLength = 0;
  readonly #hash;
  readonly #stated: StatedDigest;

  /** @param stated - The signed digest */
  constructor(stated: StatedDigest) {
    super();
    this.#stated = stated;
    this.#hash = createHash(stated.algorithm);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const same = this.#hash.digest("base64") === this.#stated.base64;
    done(same ? null : callerUnauthorized("the body is not the one that was signed"));
  }
}
