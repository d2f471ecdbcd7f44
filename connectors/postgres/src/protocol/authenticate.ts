import { createHash } from "node:crypto";
import { accountInvalid, upstreamInvalid } from "@wellhead/sdk";
import type { Credentials } from "@wellhead/sql";
import { certificateHash } from "./certificate-hash.js";
import type { Connection, Message } from "./connection.js";
import { passwordMessage, readTexts, saslInitial, saslResponse } from "./messages.js";
import { isScramAnswer, proveScram, startScram } from "./scram.js";

const ways = { done: 0, cleartext: 3, md5: 5, sasl: 10, saslContinue: 11, saslFinal: 12 } as const;

/**
 * Responds to the server's authentication requests until it accepts the sign-in.
 *
 * @param connection - A connection whose startup message has been sent
 * @param credentials - The user, the password, and how the connection is encrypted
 * @throws ConnectorError when the server requires an unsupported method, or cannot prove that it knows the password
 */
export async function authenticate(connection: Connection, credentials: Credentials): Promise<void> {
  let isBound = false;
  for (;;) {
    const question = await connection.receiveUntil("R");
    const way = wayOf(question);
    if (credentials.requiresChannelBinding === true && way !== ways.sasl && !isBound) throw unbound();
    if (way === ways.done) return;
    if (way === ways.sasl) isBound = await authenticateScram(connection, credentials, question);
    else if (way === ways.cleartext) connection.send(passwordMessage(inClear(connection, credentials)));
    else if (way === ways.md5) connection.send(passwordMessage(hashed(credentials, question)));
    else throw unknownWay(way);
  }
}

/** Returns whether the sign-in is bound to the server's certificate. */
async function authenticateScram(
  connection: Connection,
  credentials: Credentials,
  { body }: Message,
): Promise<boolean> {
  const offered = readTexts({ ...body, start: body.start + 4 });
  const { certificate } = connection.wire;
  const start = startScram({ offered, certificateHash: certificate && certificateHash(certificate) });
  if (start === undefined) throw unknownWay(offered.join(" or "));
  if (credentials.requiresChannelBinding === true && !start.isBound) throw unbound();
  connection.send(saslInitial(start.mechanism, start.message));
  const challenge = await expect(connection, ways.saslContinue);
  const proof = await proveScram(start, challenge, credentials.password);
  connection.send(saslResponse(proof.message));
  if (!isScramAnswer(proof, await expect(connection, ways.saslFinal))) {
    throw upstreamInvalid(
      "Could not sign in to the database: the server did not prove that it knows the password.",
    );
  }
  return start.isBound;
}

function unbound(): Error {
  return accountInvalid(
    "Could not sign in to the database: the server does not bind the sign-in to its certificate, which the connection string requires. Remove channel_binding=require, or ask its administrator for scram-sha-256 over TLS.",
    { field: "connection" },
  );
}

async function expect(connection: Connection, way: number): Promise<string> {
  const message = await connection.receiveUntil("R");
  if (wayOf(message) !== way) throw unknownWay(wayOf(message));
  const { bytes, start, end } = message.body;
  return bytes.toString("utf8", start + 4, end);
}

function wayOf({ body }: Message): number {
  return body.bytes.readInt32BE(body.start);
}

/**
 * Returns the password for clear-text transmission. This is allowed only if the server's certificate was checked, or
 * over a local socket.
 */
function inClear({ wire }: Connection, { password }: Credentials): string {
  if (wire.isTrusted === true) return password;
  throw accountInvalid(
    "Could not sign in to the database: the server asks for the password in clear text. Choose the mode verify-full.",
    { field: "tls" },
  );
}

function hashed({ user, password }: Credentials, { body }: Message): string {
  const salt = body.bytes.subarray(body.start + 4, body.start + 8);
  const inner = createHash("md5").update(`${password}${user}`).digest("hex");
  return `md5${createHash("md5").update(inner).update(salt).digest("hex")}`;
}

const otherWays: ReadonlyMap<number, string> = new Map([
  [2, "Kerberos"],
  [7, "GSSAPI (Kerberos)"],
  [9, "SSPI (Windows)"],
]);

function unknownWay(way: number | string): Error {
  const name = typeof way === "string" ? way : (otherWays.get(way) ?? `number ${way}`);
  return accountInvalid(
    `Could not sign in to the database: the server expects the sign-in method ${name} for this user. Ask its administrator for scram-sha-256 in pg_hba.conf.`,
    { field: "user" },
  );
}
