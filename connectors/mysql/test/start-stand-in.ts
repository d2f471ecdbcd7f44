import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A connection between a stand-in server and one client. */
export interface Conversation {
  readonly socket: Socket;
  /** Everything the client has sent, one entry per packet, without headers. */
  readonly received: Buffer[];
  /** Sends packets, numbered after the last packet received. */
  readonly send: (...payloads: readonly Buffer[]) => void;
}

/** The responses of a stand-in. Where a member is missing, it responds like a normal server. */
export interface StandInScript {
  /** The settings that a session reads back. Default: what it has set. */
  readonly settings?: readonly string[];
  /** Sign-in method in the handshake. Default: `mysql_native_password`. */
  readonly plugin?: string;
  /** Its first packet. Default: a handshake. */
  readonly greeting?: Buffer;
  /** Responds during the sign-in. Returns `true` when the sign-in is complete. Default: accepts every user. */
  readonly signIn?: (packet: Buffer, conversation: Conversation) => boolean;
  /** Responds to commands. Returns `true` for a command that it has responded to. */
  readonly command?: (packet: Buffer, conversation: Conversation) => boolean;
}

/** The random bytes of every handshake. */
export const salt = Buffer.from("abcdefghijklmnopqrst");
export const okPacket = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
export const endPacket = Buffer.from([0xfe, 0, 0, 2, 0]);

/** Command numbers of the protocol. */
export const commands = { query: 3, prepare: 22, execute: 23, close: 25, reset: 31 } as const;

/** Returns the packet that describes a text column. */
export function columnPacket(name: string): Buffer {
  const fixed = Buffer.from([0x0c, 45, 0, 255, 255, 0, 0, 253, 0, 0, 0, 0, 0]);
  const texts = ["def", "", "", "", name, ""].map((text) => {
    const bytes = Buffer.from(text);
    const size =
      bytes.length < 251
        ? Buffer.of(bytes.length)
        : Buffer.from([0xfc, bytes.length & 255, bytes.length >> 8]);
    return Buffer.concat([size, bytes]);
  });
  return Buffer.concat([...texts, fixed]);
}

/** Returns the packet of a row of short texts. */
export function rowPacket(...cells: readonly string[]): Buffer {
  const nulls = Buffer.alloc((cells.length + 9) >> 3);
  const texts = cells.map((cell) => Buffer.concat([Buffer.of(Buffer.byteLength(cell)), Buffer.from(cell)]));
  return Buffer.concat([Buffer.of(0), nulls, ...texts]);
}

/** Returns the response to a statement that has been prepared with the given columns. */
export function preparedPackets(columns: readonly string[]): readonly Buffer[] {
  const head = Buffer.from([0, 1, 0, 0, 0, columns.length, 0, 0, 0, 0, 0, 0]);
  return [head, ...columns.map(columnPacket), endPacket];
}

/** A running stand-in. */
export interface StandIn {
  readonly port: number;
  /** Everything that clients have sent, one entry per packet. */
  readonly received: readonly Buffer[];
  /** Open connections. */
  readonly sockets: ReadonlySet<Socket>;
  readonly stop: () => void;
}

/** Starts a stand-in on a free port of the loopback interface. */
export async function startStandIn(script: StandInScript): Promise<StandIn> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    converse(socket, script, received);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    received,
    sockets,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function converse(socket: Socket, script: StandInScript, received: Buffer[]): void {
  let sequence = 0;
  let signedIn = false;
  let waiting = Buffer.alloc(0);
  const conversation: Conversation = {
    socket,
    received,
    send: (...payloads) => {
      const packets = payloads.map((payload) => {
        const header = Buffer.from([
          payload.length & 255,
          (payload.length >> 8) & 255,
          payload.length >> 16,
          sequence++,
        ]);
        return Buffer.concat([header, payload]);
      });
      socket.write(Buffer.concat(packets));
    },
  };
  if (script.greeting === undefined) conversation.send(handshake(script.plugin ?? "mysql_native_password"));
  else socket.write(script.greeting);
  socket.on("data", (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 4 && waiting.length >= waiting.readUIntLE(0, 3) + 4) {
      const size = waiting.readUIntLE(0, 3);
      sequence = (waiting[3] ?? 0) + 1;
      const packet = waiting.subarray(4, 4 + size);
      waiting = waiting.subarray(4 + size);
      received.push(packet);
      if (signedIn) answer(packet, script, conversation);
      else signedIn = signIn(packet, script, conversation);
    }
  });
}

function signIn(packet: Buffer, script: StandInScript, conversation: Conversation): boolean {
  if (script.signIn !== undefined) return script.signIn(packet, conversation);
  conversation.send(okPacket);
  return true;
}

/** The settings of a session, as it reads them back. */
const settings = ["+00:00", "18446744073709551615", "67108864", "utf8mb4", "utf8mb4", ""];

/** Responds like a normal server, with a user who has no privileges. */
function answer(packet: Buffer, script: StandInScript, conversation: Conversation): void {
  if (script.command?.(packet, conversation) === true) return;
  const [command] = packet;
  const asked = conversation.received.findLast(([first]) => first === commands.prepare)?.toString() ?? "";
  const cells = asked.includes("sql_select_limit") ? (script.settings ?? settings) : ["x"];
  const columns = cells.map((_, index) => `grant ${index}`);
  if (command === commands.prepare) conversation.send(...preparedPackets(columns));
  else if (command === commands.execute) {
    const described = columns.map((name) => columnPacket(name));
    conversation.send(Buffer.of(cells.length), ...described, endPacket, rowPacket(...cells), endPacket);
  } else if (command !== commands.close) conversation.send(okPacket);
}

function handshake(plugin: string): Buffer {
  const capabilities = 0x00_08_82_09;
  return Buffer.concat([
    Buffer.of(10),
    Buffer.from("8.4.0\0"),
    Buffer.from([7, 0, 0, 0]),
    salt.subarray(0, 8),
    Buffer.of(0),
    Buffer.from([capabilities & 255, (capabilities >> 8) & 255, 45, 2, 0, (capabilities >> 16) & 255, 0, 21]),
    Buffer.alloc(10),
    salt.subarray(8),
    Buffer.from(`\0${plugin}\0`),
  ]);
}
