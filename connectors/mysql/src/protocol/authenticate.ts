import { Buffer } from "node:buffer";
import { accountInvalid, upstreamInvalid } from "@wellhead/sdk";
import type { Credentials, RowBytes } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import type { Handshake } from "./handshake.js";
import { signIn } from "./messages.js";
import { PacketReader } from "./packet-reader.js";
import { encryptPassword, nativeAnswer, sha2Answer } from "./passwords.js";

const native = "mysql_native_password";
const sha2 = "caching_sha2_password";
const clear = "mysql_clear_password";

const marks = { ok: 0x00, more: 0x01, switch: 0xfe } as const;
/** Replies of `caching_sha2_password`: the server has the password in its cache, or needs the full password. */
const seen = 3;
const wanted = 4;
const keyRequest = Buffer.of(2);

/** Maximum number of packets in a sign-in. */
const maxSteps = 10;

/** The current sign-in method. The server may switch to another one. */
interface Way {
  readonly plugin: string;
  readonly salt: Buffer;
}

/**
 * Signs in and responds to the server's password requests until it accepts the sign-in.
 *
 * @param connection - A connection whose handshake has been received
 * @param handshake - The handshake
 * @param credentials - The user, the password, and how the connection is encrypted
 * @throws ServerError when the server rejects the sign-in
 * @throws ConnectorError when the server requires an unsupported method or the clear-text password over an untrusted
 *   connection
 */
export async function authenticate(
  connection: Connection,
  handshake: Handshake,
  credentials: Credentials,
): Promise<void> {
  const { user, database, password } = credentials;
  const plugin = handshake.plugin === sha2 ? sha2 : native;
  let way: Way = { plugin, salt: handshake.salt };
  const answer = answerOf(way, password);
  connection.answer(
    signIn({
      user,
      database,
      encrypted: connection.wire.isEncrypted === true,
      extended: handshake.extended,
      answer,
      plugin,
    }),
  );
  for (let step = 0; step < maxSteps; step += 1) {
    const packet = await connection.receive();
    const mark = packet.bytes[packet.start];
    if (mark === marks.ok) return;
    if (mark === marks.switch) {
      way = readSwitch(packet);
      connection.answer(way.plugin === clear ? inClear(connection, credentials) : answerOf(way, password));
    } else if (mark === marks.more && way.plugin === sha2) {
      await proveSha2(connection, way, { credentials, packet });
    } else throw unexpectedMessage();
  }
  throw upstreamInvalid("Could not sign in to the database: the server keeps asking for the password.");
}

function readSwitch(packet: RowBytes): Way {
  const reader = new PacketReader(packet, 1);
  // Without a name, the server requests the method from before 2004, which would reveal the password.
  if (reader.left === 0) throw unknownWay("mysql_old_password");
  const plugin = reader.ended();
  return { plugin, salt: Buffer.from(reader.rest().subarray(0, 20)) };
}

function answerOf({ plugin, salt }: Way, password: string): Buffer {
  if (plugin === native) return nativeAnswer(password, salt);
  if (plugin === sha2) return sha2Answer(password, salt);
  throw unknownWay(plugin);
}

interface Question {
  readonly credentials: Credentials;
  readonly packet: RowBytes;
}

async function proveSha2(connection: Connection, { salt }: Way, question: Question): Promise<void> {
  const { credentials, packet } = question;
  const step = new PacketReader(packet, 1).integer(1);
  if (step === seen) return;
  if (step !== wanted) throw unexpectedMessage();
  if (connection.wire.isTrusted === true) return connection.answer(inClear(connection, credentials));
  // The identity of the server is not verified. The password is encrypted, so an eavesdropper cannot read it.
  connection.answer(keyRequest);
  const key = new PacketReader(await connection.receive(), 1).rest();
  connection.answer(encryptPassword(credentials.password, salt, key));
}

/**
 * Returns the password for clear-text transmission. This is allowed only if the server's certificate was checked or
 * over a local socket.
 */
function inClear({ wire }: Connection, { password }: Credentials): Buffer {
  if (wire.isTrusted === true) return Buffer.from(`${password}\0`);
  throw accountInvalid(
    "Could not sign in to the database: the server asks for the password in clear text. Choose the mode VERIFY_IDENTITY.",
    { field: "tls" },
  );
}

function unexpectedMessage(): Error {
  return upstreamInvalid("Could not sign in to the database: the server sent an unexpected message.");
}

function unknownWay(plugin: string): Error {
  return accountInvalid(
    `Could not sign in to the database: expected the sign-in method ${native} or ${sha2}, got "${plugin}". Ask its administrator to change the method of this user.`,
    { field: "user" },
  );
}
