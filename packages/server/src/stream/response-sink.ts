import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Transform, Writable } from "node:stream";
import { CallerGone } from "../deadline/caller-gone.js";
import type { RequestControl } from "../deadline/request-control.js";
import type { ByteSink } from "./byte-sink.js";
import type { Compressor } from "./compression.js";
import { ReaderStalled } from "./reader-stalled.js";

/** Where a {@link ResponseSink} writes. */
export interface ResponseSinkOptions {
  /** The response; its head has been written. */
  readonly response: ServerResponse;
  /** Compresses on the way, when the caller wants that. */
  readonly compressor: Compressor | undefined;
  /**
   * What to write to when a hook of the application reads the bytes: the compressor, or another stream when there is none.
   * Somebody else pipes it into the response. `undefined`: the bytes go to the response.
   */
  readonly piped: Transform | undefined;
  /** How long the caller may read too little, in milliseconds. */
  readonly stallTimeout: number;
  /** Bytes a second the caller has to read while rows wait for it. */
  readonly minReadRate: number;
  /** Ends the request early. */
  readonly control: RequestControl;
}

/** Sends bytes to an HTTP response, as fast as its reader takes them. */
export class ResponseSink implements ByteSink {
  readonly #options: ResponseSinkOptions;
  readonly #target: Writable;
  /** Whether bytes are still looked at after the target has taken them. */
  readonly #copies: boolean;
  #bytes = 0;

  /** @param options - Response, compressor, limits */
  constructor(options: ResponseSinkOptions) {
    const { response, compressor, piped } = options;
    this.#options = options;
    this.#target = piped ?? compressor ?? response;
    this.#copies = piped !== undefined && piped !== compressor;
    // A failed write shows as the close of the response; without listeners it would end the process.
    response.on("error", () => this.cut());
    if (this.#target !== response) this.#target.on("error", () => this.cut());
    if (piped === undefined) compressor?.pipe(response);
    options.control.bufferedBytes = () => {
      const before = this.#target === response ? 0 : this.#target.writableLength;
      return before + response.writableLength;
    };
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Uint8Array | string, sent?: () => void): Promise<void> {
    if (this.#options.response.destroyed) throw new CallerGone();
    if (bytes.length === 0) return;
    this.#count(bytes);
    const given = this.#copies && typeof bytes !== "string" ? Buffer.from(bytes) : bytes;
    const hasRoom = this.#target.write(given, (error) => {
      if (error === undefined || error === null) sent?.();
    });
    if (!hasRoom) await this.#until(this.#target, "drain");
  }

  flush(): void {
    this.#options.compressor?.flush();
  }

  async end(bytes: string): Promise<void> {
    const { response, control } = this.#options;
    if (response.destroyed) throw connectionClosed(control);
    this.#count(bytes);
    const finished = this.#until(response, "finish");
    this.#target.end(bytes);
    await finished;
  }

  cut(): void {
    const { response } = this.#options;
    if (this.#target !== response) this.#target.destroy();
    // A caller of HTTP/1.0 takes a plain close for the end of the message; only a reset tells it otherwise.
    if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
    response.destroy();
  }

  #count(bytes: Uint8Array | string): void {
    this.#bytes += typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
  }

  /** Waits for an event of a stream, but not for a caller that is gone or reads too slowly. */
  #until(stream: Writable, event: "drain" | "finish"): Promise<void> {
    const { response, stallTimeout, minReadRate, control } = this.#options;
    const { socket } = response.req;
    return new Promise((resolve, reject) => {
      let taken = bytesTaken(socket);
      control.readerWaitStart = performance.now();
      const settle = (error?: unknown): void => {
        control.readerWaitStart = undefined;
        clearInterval(timer);
        stream.off(event, done);
        response.off("close", gone);
        release();
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("Send rows: given up", { cause: error }));
      };
      const gone = (): void => settle(connectionClosed(control));
      // Node emits `finish` also when the connection was destroyed with bytes still to send.
      const done = (): void => (event === "finish" && socket.destroyed ? gone() : settle());
      const judge = (): void => {
        const read = bytesTaken(socket) - taken;
        taken += read;
        if (read * 1000 < minReadRate * stallTimeout || read === 0)
          settle(new ReaderStalled(read, stallTimeout));
      };
      // `drain` says nothing of progress: it comes when everything was read, however much that is.
      const timer = setInterval(judge, stallTimeout);
      stream.once(event, done);
      response.once("close", gone);
      // Once the last bytes are on their way nothing but the reader can stop them.
      const release = control.onAbort((reason) => {
        if (event === "drain" || reason instanceof ReaderStalled) settle(reason);
      });
    });
  }
}

/** Why a connection closed before all was sent: its caller left, or the request was given up and the service closed it. */
function connectionClosed({ aborted, reason }: RequestControl): Error {
  if (!aborted || reason instanceof CallerGone) return new CallerGone();
  return new Error("Could not send the last rows: the connection was closed first.", { cause: reason });
}

/** Bytes of a connection that the operating system has taken. Node has no public member for what it still holds. */
function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  const queued: unknown = Reflect.get(handle, "writeQueueSize");
  const written: unknown = Reflect.get(handle, "bytesWritten");
  return typeof queued === "number" && typeof written === "number"
    ? written - queued
    : socket.bytesWritten - socket.writableLength;
}
