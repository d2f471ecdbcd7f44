import { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import { AsyncQueue } from "@wellhead/rows";
import { upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { explainTlsError, type PinnedTarget, type RowBytes, type TextCodec } from "@wellhead/sql";
import { Frames } from "./frames.js";
import {
  bind,
  describePortal,
  execute,
  parse,
  type ResultColumn,
  readCells,
  readColumns,
  readTexts,
  sync,
  terminate,
} from "./messages.js";
import { readServerError } from "./server-error.js";

/** A message of the server, except the rows that a stream receives. */
export interface Message {
  /** Its type: one letter. */
  readonly type: string;
  readonly body: RowBytes;
}

/** Identifies the connection in a cancel request. */
export interface BackendKey {
  readonly processId: number;
  readonly secretKey: number;
}

/** A connection to a server, encrypted if required. */
export interface Wire {
  readonly socket: Duplex;
  /** The server with the one address that was reached. A name may have several addresses. */
  readonly target: PinnedTarget;
  /** The server's certificate in DER, when the connection is encrypted. */
  readonly certificate?: Buffer | undefined;
  /** Whether the identity of the server is verified. Default: `false`. */
  readonly isTrusted?: boolean;
}

/** A small result that is read into memory. */
export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly rows: ReadonlyArray<readonly (string | null)[]>;
}

/** Maximum size of a response in bytes, not counting the rows of a stream. */
const largestAnswer = 64 * 1024 * 1024;
/** Maximum number of messages in a response, not counting the rows of a stream. */
const maxMessages = 100_000;

const types = { row: 0x44, notice: 0x4e, parameter: 0x53, notification: 0x41, key: 0x4b } as const;

/** Messages after which no statement is running: complete, failed, suspended after enough rows, empty, or ready. */
const ends: ReadonlySet<number> = new Set(Array.from("CEsIZ", (letter) => letter.charCodeAt(0)));

/** A session with a PostgreSQL server. It uses only the extended query protocol. */
export class Connection {
  /** Parameters that the server reported, such as `server_encoding`. */
  readonly parameters: Map<string, string> = new Map();
  /** Set once the session is open. */
  backendKey: BackendKey | undefined;
  /** Encoding of all text in a database that does not declare one. Default: UTF-8. */
  codec: TextCodec | undefined;
  /** Number of bytes that the server has sent. */
  received = 0;
  /** Receives the rows while a stream is read. */
  rowReceiver: ((body: RowBytes) => void) | undefined;
  /** The connection to the server. */
  readonly wire: Wire;
  readonly #frames: Frames;
  readonly #messages = new AsyncQueue<Message>();
  #failure: Error | undefined;
  #running = false;
  #settle: (() => void) | undefined;
  #answerSize = 0;
  #answerMessages = 0;

  /** @param wire - The connection to the server */
  constructor(wire: Wire) {
    const { socket } = wire;
    this.wire = wire;
    this.#frames = new Frames((type, body) => this.#receive(type, body));
    socket.on("data", (chunk: Buffer) => this.take(chunk));
    socket.on("error", (error) => this.destroy(explainTlsError(error) ?? connectionLost(error)));
    socket.on("close", () => this.destroy(connectionLost()));
    // The socket is paused after a TLS request.
    socket.resume();
  }

  /** Whether the session has ended. */
  get ended(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether the server may still be working for this connection. */
  get running(): boolean {
    return this.#running && this.#failure === undefined;
  }

  /**
   * Discards what the server still sends, until it stops working or the connection ends.
   *
   * @returns A promise that then settles
   */
  drain(): Promise<void> {
    this.rowReceiver = () => {};
    this.resume();
    return new Promise((resolve) => {
      if (this.running) this.#settle = resolve;
      else resolve();
    });
  }

  /**
   * Sends messages in a single write.
   *
   * @param messages - The messages
   */
  send(...messages: readonly Buffer[]): void {
    this.#answerSize = 0;
    this.#answerMessages = 0;
    if (this.#failure !== undefined) return;
    this.#running = true;
    this.wire.socket.write(Buffer.concat(messages));
  }

  /**
   * Waits for the next message.
   *
   * @returns The message; never an error message
   * @throws ServerError when the server reports an error
   * @throws ConnectorError `upstream_unavailable` when the connection is lost
   */
  async receive(): Promise<Message> {
    const message = await this.#messages.take();
    if (message === undefined) throw connectionLost();
    if (message.type === "E") throw readServerError(message.body, this.codec);
    return message;
  }

  /**
   * Waits for a message of one type and discards those before it.
   *
   * @param type - Its letter
   * @returns The message
   */
  async receiveUntil(type: string): Promise<Message> {
    for (;;) {
      const message = await this.receive();
      if (message.type === type) return message;
    }
  }

  /**
   * Runs a statement with a small result.
   *
   * @param sql - One statement
   * @param parameters - Its parameters as text
   * @returns Columns and rows
   * @throws ServerError when the server reports an error; the session can still be used
   */
  async query(sql: string, parameters: readonly (string | null)[] = []): Promise<Result> {
    this.send(parse(sql, this.codec), bind(parameters, this.codec), describePortal(), execute(0), sync());
    let columns: readonly ResultColumn[] = [];
    const rows: (readonly (string | null)[])[] = [];
    try {
      for (;;) {
        const { type, body } = await this.receive();
        if (type === "Z") return { columns, rows };
        if (type === "T") columns = readColumns(body, this.codec);
        if (type === "D") rows.push(readCells(body, this.codec));
      }
    } catch (error) {
      if (!this.ended) await this.receiveUntil("Z");
      throw error;
    }
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

  /** Ends the session and closes the connection. */
  close(): void {
    this.send(terminate());
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
    this.#messages.end({ error: reason });
    this.#settle?.();
  }

  #receive(type: number, body: RowBytes): void {
    if (type === types.row && this.rowReceiver !== undefined) return this.rowReceiver(body);
    this.#answerSize += body.end - body.start;
    this.#answerMessages += 1;
    if (this.#answerSize > largestAnswer || this.#answerMessages > maxMessages) {
      return this.destroy(
        upstreamInvalid("Could not read from the database: the answer to a short query has no end."),
      );
    }
    if (type === types.notice || type === types.notification) return;
    if (type === types.parameter) return this.#learn(body);
    if (type === types.key) {
      this.backendKey = {
        processId: body.bytes.readInt32BE(body.start),
        secretKey: body.bytes.readInt32BE(body.start + 4),
      };
      return;
    }
    if (ends.has(type)) this.#stopRunning();
    const bytes = Buffer.from(body.bytes.subarray(body.start, body.end));
    this.#messages.put({ type: String.fromCharCode(type), body: { bytes, start: 0, end: bytes.length } });
  }

  #stopRunning(): void {
    this.#running = false;
    this.#settle?.();
  }

  #learn(body: RowBytes): void {
    const [name, value] = readTexts(body);
    if (name !== undefined && this.parameters.size < 100) this.parameters.set(name, value ?? "");
  }
}

function connectionLost(cause?: unknown): Error {
  return upstreamUnavailable("Could not read from the database: the connection was lost. Try again.", {
    cause,
  });
}
