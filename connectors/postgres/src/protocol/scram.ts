import { Buffer } from "node:buffer";
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** The supported mechanisms: without and with the hash of the server's certificate. */
const scramMechanisms = { plain: "SCRAM-SHA-256", bound: "SCRAM-SHA-256-PLUS" } as const;

/** Maximum number of rounds. A higher number does not protect a password; it only consumes CPU time of this service. */
const maxRounds = 1_000_000;
const derive = promisify(pbkdf2);

/** The state that the client keeps between SCRAM messages. */
export interface ScramStart {
  /** The client's first message. */
  readonly message: string;
  readonly nonce: string;
  readonly mechanism: string;
  /** Whether the sign-in is bound to the server's certificate. */
  readonly isBound: boolean;
  /** Sent again with the proof, so that the server can detect a change of the first message. */
  readonly binding: Buffer;
}

/** The inputs for the decision on channel binding. */
export interface StartScramOptions {
  /** Mechanisms that the server offers. */
  readonly offered: readonly string[];
  /** Hash of the server's certificate, or `undefined` when the connection is not encrypted or there is no hash. */
  readonly certificateHash: Buffer | undefined;
}

/**
 * Starts SCRAM-SHA-256. It is bound to the encrypted connection if the server offers that. An attacker in the middle,
 * who has another certificate, can then not relay the messages.
 *
 * @param options - What decides on channel binding
 * @returns The first message and its state, or `undefined` when the server offers no supported mechanism
 * @see RFC 5802, section 5 and 6
 */
export function startScram({ offered, certificateHash }: StartScramOptions): ScramStart | undefined {
  const canBind = certificateHash !== undefined;
  const binds = canBind && offered.includes(scramMechanisms.bound);
  if (!binds && !offered.includes(scramMechanisms.plain)) return undefined;
  // With `y`, the server can detect that an attacker has removed channel binding from the mechanisms it offered.
  const unbound = canBind ? "y,," : "n,,";
  const header = binds ? "p=tls-server-end-point,," : unbound;
  const nonce = randomBytes(18).toString("base64");
  return {
    message: `${header}n=*,r=${nonce}`,
    nonce,
    isBound: binds,
    mechanism: binds ? scramMechanisms.bound : scramMechanisms.plain,
    binding: Buffer.concat([Buffer.from(header), ...(binds ? [certificateHash] : [])]),
  };
}

/** The response to the server's challenge, and the signature that the server must send next. */
export interface ScramProof {
  readonly message: string;
  readonly serverSignature: Buffer;
}

/**
 * Creates the response to the server's challenge.
 *
 * @param start - The state of the exchange
 * @param challenge - The server's first message
 * @param password - The password
 * @returns The proof
 * @throws RangeError when the challenge does not match our message or its number of rounds is out of range
 */
export async function proveScram(
  start: ScramStart,
  challenge: string,
  password: string,
): Promise<ScramProof> {
  const parts = attributes(challenge);
  const nonce = parts.get("r") ?? "";
  const rounds = Number(parts.get("i"));
  if (!nonce.startsWith(start.nonce) || nonce.length === start.nonce.length)
    throw new RangeError("Could not sign in: the server's challenge does not contain our nonce.");
  if (!(rounds >= 1 && rounds <= maxRounds))
    throw new RangeError(`Could not sign in: expected 1 to ${maxRounds} rounds, got ${rounds}.`);
  const salt = Buffer.from(parts.get("s") ?? "", "base64");
  const salted = await derive(await preparePassword(password), salt, rounds, 32, "sha256");
  const withoutProof = `c=${start.binding.toString("base64")},r=${nonce}`;
  const bare = start.message.slice(start.message.indexOf(",,") + 2);
  const conversation = `${bare},${challenge},${withoutProof}`;
  const clientKey = sign(salted, "Client Key");
  const clientSignature = sign(createHash("sha256").update(clientKey).digest(), conversation);
  const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (clientSignature[index] ?? 0)));
  return {
    message: `${withoutProof},p=${proof.toString("base64")}`,
    serverSignature: sign(sign(salted, "Server Key"), conversation),
  };
}

/**
 * Checks that the server also knows the password.
 *
 * @param proof - The proof that was sent
 * @param answer - The server's last message
 * @returns Whether its signature is correct
 */
export function isScramAnswer(proof: ScramProof, answer: string): boolean {
  const signature = Buffer.from(attributes(answer).get("v") ?? "", "base64");
  return (
    signature.length === proof.serverSignature.length && timingSafeEqual(signature, proof.serverSignature)
  );
}

function sign(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function attributes(message: string): ReadonlyMap<string, string> {
  return new Map(message.split(",").map((part) => [part.charAt(0), part.slice(2)]));
}

/**
 * Prepares a password as PostgreSQL does on both sides: with SASLprep, or unchanged if SASLprep rejects it.
 *
 * @see RFC 4013, and `pg_saslprep` of PostgreSQL
 */
async function preparePassword(password: string): Promise<string> {
  // SASLprep changes no printable ASCII. Its tables of Unicode take 2 MiB and time at the start of the service.
  if (/^[\x20-\x7e]*$/.test(password)) return password;
  const { saslprep } = await import("@mongodb-js/saslprep");
  try {
    const prepared = saslprep(password);
    return prepared === "" ? password : prepared;
  } catch {
    return password;
  }
}
