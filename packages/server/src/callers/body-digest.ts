import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { callerUnauthorized } from "./caller-errors.js";

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
export function readContentDigest(value: string | readonly string[] | undefined): StatedDigest | undefined {
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
export function isEmptyDigest({ algorithm, base64 }: StatedDigest): boolean {
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
