import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Hash functions by signature algorithm: the object identifier in its DER encoding, as hex. */
const hashes: ReadonlyMap<string, string> = new Map([
  // MD5 with RSA, SHA-1 with RSA, SHA-1 with ECDSA: RFC 5929 replaces both hash functions with SHA-256.
  ["2a864886f70d010104", "sha256"],
  ["2a864886f70d010105", "sha256"],
  ["2a8648ce3d0401", "sha256"],
  ["2a864886f70d01010e", "sha224"],
  ["2a864886f70d01010b", "sha256"],
  ["2a864886f70d01010c", "sha384"],
  ["2a864886f70d01010d", "sha512"],
  ["2a8648ce3d040301", "sha224"],
  ["2a8648ce3d040302", "sha256"],
  ["2a8648ce3d040303", "sha384"],
  ["2a8648ce3d040304", "sha512"],
  ["608648016503040201", "sha256"],
  ["608648016503040202", "sha384"],
  ["608648016503040203", "sha512"],
]);
const pss = "2a864886f70d01010a";
const tags = { sequence: 0x30, oid: 0x06, hash: 0xa0 } as const;

/**
 * Hashes a server's certificate for `tls-server-end-point` channel binding: with the hash function of its signature.
 *
 * @param certificate - The certificate in DER
 * @returns The hash, or `undefined` when the signature has no separate hash function, as with Ed25519
 * @see RFC 5929, section 4.1
 */
export function certificateHash(certificate: Buffer): Buffer | undefined {
  const [body] = elements(certificate);
  const algorithm = body && elements(body.value)[1];
  const [identifier, parameters] = algorithm === undefined ? [] : elements(algorithm.value);
  if (identifier?.tag !== tags.oid) return undefined;
  const oid = identifier.value.toString("hex");
  const name = oid === pss ? pssHash(parameters) : hashes.get(oid);
  return name === undefined ? undefined : createHash(name).update(certificate).digest();
}

/** RSASSA-PSS names its hash function in its parameters. The default is SHA-1, which is replaced with SHA-256. */
function pssHash(parameters: Element | undefined): string | undefined {
  const field = parameters && elements(parameters.value).find(({ tag }) => tag === tags.hash);
  if (field === undefined) return "sha256";
  const [algorithm] = elements(field.value);
  const [identifier] = algorithm === undefined ? [] : elements(algorithm.value);
  return identifier && hashes.get(identifier.value.toString("hex"));
}

interface Element {
  readonly tag: number;
  readonly value: Buffer;
}

/** Splits DER into consecutive elements. Stops at the first invalid element. */
function elements(bytes: Buffer): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const width = first < 0x80 ? 0 : first - 0x80;
    if (width > 4 || at + 2 + width > bytes.length) break;
    const start = at + 2 + width;
    const length = width === 0 ? first : bytes.readUIntBE(at + 2, width);
    if (first === 0x80 || start + length > bytes.length) break;
    found.push({ tag, value: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}
