import { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import { AsyncQueue } from "@wellhead/rows";
import { upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import {
  explainTlsError,
  type PinnedTarget,
  type RowBytes,
  type SqlSession,
  type TextEncodingName,
} from "@wellhead/sql";
import { Frames } from "./frames.js";
import type { Handshake } from "./handshake.js";
import { packet, quit } from "./messages.js";
import { readServerError } from "./server-error.js";

/** Maximum size of a response in bytes, not counting the rows of a stream. */
const largestAnswer = 64 * 1024 * 1024;
/** Maximum number of packets in a response, not counting the rows of a stream. */
const maxPackets = 200_000;

const rowMark = 0x00;
const errorMark = 0xff;

/** A connection to a server. */
export interface Wire {
  readonly socket: Duplex;
  /** The server with the one address that was reached. A name may have several addresses. */
  readonly target: PinnedTarget;
  /** Default: `false`. */
  readonly isEncrypted?: boolean;
  /** Whether the identity of the server is verified. Default: `false`. */
  readonly isTrusted?: boolean;
}

/** A connection to a MySQL server, which sends and receives packets. */
export class Connection implements SqlSession {
  /** The server's first packet; set once the session is open. */
  handshake: Handshake | undefined;
  /** Actual encoding of text in columns declared `latin1`. Default: as declared. */
  encoding: TextEncodingName | undefined;
  /** Number of bytes that the server has sent. */
  received = 0;
  /** The connection to the server. */
  readonly wire: Wire;
  readonly #frames: Frames;
  readonly #answers = new AsyncQueue<RowBytes>();
  #rowReceiver: ((row: RowBytes) => void) | undefined;
  #failure: Error | undefined;
  #answerSize = 0;
  #answerPackets = 0;

  /** @param wire - The connection to the server */
  constructor(wire: Wire) {
    const { socket } = wire;
    this.wire = wire;
    this.#frames = new Frames((body) => this.#receive(body));
    socket.on("data", this.#take).on("error", this.#lose).on("close", this.#lose);
  }

  /** Whether the session has ended. */
  get ended(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Sends a command.
   *
   * @param payloads - The payloads, each sent as a separate packet
   */
  send(...payloads: readonly Buffer[]): void {
    this.#answerSize = 0;
    this.#answerPackets = 0;
    this.#rowReceiver = undefined;
    for (const payload of payloads) this.#write(packet(payload, 0));
  }

  /**
   * Sends a packet in reply to the last packet received.
   *
   * @param payload - The payload
   */
  answer(payload: Buffer): void {
    this.#write(packet(payload, this.#frames.sequence + 1));
  }

  /**
   * Waits for the next packet.
   *
   * @returns The packet; never an error packet
   * @throws ServerError when the server reports an error
   * @throws ConnectorError `upstream_unavailable` when the connection is lost
   */
  async receive(): Promise<RowBytes> {
    const found = await this.#answers.take();
    if (found === undefined) throw connectionLost();
    if (found.bytes[found.start] === errorMark && found.end > found.start) throw readServerError(found);
    return found;
  }

  /**
   * Passes the rows of a result to a receiver, starting with the next packet. All other packets go to {@link receive}.
   *
   * @param receiver - Receives each row
   */
  receiveRows(receiver: (row: RowBytes) => void): void {
    const received = this.#answers.takeAll();
    this.#rowReceiver = receiver;
    for (const body of received) this.#sort(body);
  }

  /**
   * Processes bytes from the server. Nothing keeps a reference to them, so the memory can be reused.
   *
   * @param chunk - The bytes
   */
  take(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    this.received += chunk.length;
    try {
      this.#frames.push(chunk);
    } catch (error) {
      this.destroy(error instanceof Error ? error : connectionLost());
    }
  }

  /** Stops reading, so that the server waits. */
  pause(): void {
    this.wire.socket.pause();
  }

  /** Resumes reading. */
  resume(): void {
    this.wire.socket.resume();
  }

  /**
   * Detaches the socket before a session has begun, so that it can be encrypted.
   *
   * @returns The socket
   * @throws ConnectorError `upstream_invalid` when the server has already sent data, which would be mistaken for
   *   encrypted
   */
  release(): Duplex {
    if (this.#answers.takeAll().length > 0)
      throw upstreamInvalid(
        "Could not connect to the database: the server sent data before encryption began.",
      );
    this.wire.socket.pause();
    this.wire.socket.off("data", this.#take).off("error", this.#lose).off("close", this.#lose);
    return this.wire.socket;
  }

  /**
   * Continues the handshake and the packet numbers of another connection.
   *
   * @param other - The same connection before it was encrypted
   */
  continue(other: Connection): void {
    this.handshake = other.handshake;
    this.#frames.sequence = other.#frames.sequence + 1;
  }

  /** Ends the session and closes the connection. */
  close(): void {
    if (this.#failure !== undefined) return;
    this.send(quit());
    this.destroy(connectionLost());
  }

  /**
   * Closes the connection immediately.
   *
   * @param reason - The error that waiting readers get
   */
  destroy(reason: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.wire.socket.destroy();
    this.#answers.end({ error: reason });
  }

  #write(bytes: Buffer): void {
    if (this.#failure === undefined) this.wire.socket.write(bytes);
  }

  readonly #lose = (cause?: unknown) => this.destroy(explainTlsError(cause) ?? connectionLost(cause));

  readonly #take = (chunk: Buffer) => this.take(chunk);

  #receive(body: RowBytes): void {
    if (this.#rowReceiver !== undefined && body.bytes[body.start] === rowMark) return this.#rowReceiver(body);
    this.#answerSize += body.end - body.start;
    this.#answerPackets += 1;
    if (this.#answerSize > largestAnswer || this.#answerPackets > maxPackets) {
      return this.destroy(
        upstreamInvalid("Could not read from the database: the answer to a short query has no end."),
      );
    }
    const bytes = Buffer.from(body.bytes.subarray(body.start, body.end));
    this.#sort({ bytes, start: 0, end: bytes.length });
  }

  #sort(body: RowBytes): void {
    if (this.#rowReceiver !== undefined && body.bytes[body.start] === rowMark) return this.#rowReceiver(body);
    this.#answers.put(body);
  }
}

function connectionLost(cause?: unknown): Error {
  return upstreamUnavailable("Could not read from the database: the connection was lost. Try again.", {
    cause,
  });
}
