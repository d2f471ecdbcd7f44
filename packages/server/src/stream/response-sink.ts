import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Transform, Writable } from "node:stream";
import { CallerGone, type RequestControl } from "../deadline/request-control.js";
import type { Limits } from "../settings/limits.js";
import type { Compressor } from "./compression.js";
import type { ByteSink } from "./end-stream.js";

/** Options of {@link ResponseSink}. */
export interface ResponseSinkOptions {
  /** The response; its head has been written. */
  readonly response: ServerResponse;
  /** Compresses the bytes, if the caller accepts a content coding. */
  readonly compressor: Compressor | undefined;
  /**
   * The stream to write to if a hook of the application reads the bytes: the compressor, or another stream if there is
   * none. Fastify pipes it into the response. `undefined`: the bytes are written to the response, through the
   * compressor if there is one.
   */
  readonly piped: Transform | undefined;
  /** How long the caller may read too slowly, in milliseconds. */
  readonly stallTimeout: number;
  /** Minimum bytes per second that the caller must read while rows are waiting. */
  readonly minReadRate: number;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** How fast the bytes may be sent. Default: as fast as the caller reads. */
  readonly pace?: Pace | undefined;
}

/** Sends bytes to an HTTP response, as fast as the caller reads them. */
export class ResponseSink implements ByteSink {
  readonly #options: ResponseSinkOptions;
  readonly #target: Writable;
  /** Whether bytes are copied before writing, because the target may still pass them on after its write callback. */
  readonly #copies: boolean;
  #bytes = 0;

  /** @param options - Response, compressor, limits */
  constructor(options: ResponseSinkOptions) {
    const { response, compressor, piped } = options;
    this.#options = options;
    this.#target = piped ?? compressor ?? response;
    this.#copies = piped !== undefined && piped !== compressor;
    // A failed write also closes the response. Without these listeners its `error` event would end the process.
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
    const { pace } = this.#options;
    if (pace === undefined) return this.#write(bytes, sent);
    const whole = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
    for (let start = 0, end = 0; start < whole.byteLength; start = end) {
      end = Math.min(whole.byteLength, start + pace.maxBytes);
      const abort = await this.#take(pace, end - start);
      // A mark has to follow whole rows, so the rest of them is sent with it.
      if (abort !== undefined) end = whole.byteLength;
      await this.#write(whole.subarray(start, end), end === whole.byteLength ? sent : undefined);
      if (abort !== undefined) throw abort.reason;
    }
  }

  /**
   * Waits until bytes may be sent. The caller does not slow this wait down, so it does not count as a slow reader.
   *
   * @returns Why the request was aborted; `undefined` if it was not
   */
  #take(pace: Pace, count: number): Promise<{ readonly reason: unknown } | undefined> {
    const { control } = this.#options;
    if (control.aborted) return Promise.resolve({ reason: control.reason });
    return new Promise((resolve) => {
      const cancel = pace.take(count, () => settle(undefined));
      if (cancel === undefined) {
        resolve(undefined);
        return;
      }
      const endWait = control.activity.paceWaits.enter();
      const release = control.onAbort((reason) => {
        cancel();
        settle({ reason });
      });
      const settle = (abort: { readonly reason: unknown } | undefined): void => {
        endWait();
        release();
        resolve(abort);
      };
      this.flush();
    });
  }

  async #write(bytes: Uint8Array | string, sent?: () => void): Promise<void> {
    if (this.#options.response.destroyed) throw new CallerGone();
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

  async end(bytes: string | Uint8Array): Promise<void> {
    const { response, control } = this.#options;
    if (response.destroyed) throw connectionClosed(control);
    this.#count(bytes);
    const finished = this.#until(response, "finish");
    this.#target.end(bytes);
    await finished;
  }

  async cutAfter(bytes: string | Uint8Array): Promise<void> {
    const { response, compressor, stallTimeout, minReadRate } = this.#options;
    await new Promise<void>((resolve) => {
      if (response.destroyed) {
        resolve();
        return;
      }
      const endWatch = watchReader(response.req.socket, { stallTimeout, minReadRate }, () => settle());
      const settle = (): void => {
        endWatch();
        resolve();
      };
      response.once("close", settle);
      this.#count(bytes);
      // Empty bytes are sent after everything that the compressor has passed on.
      const afterFlush = (): void => void response.write("", settle);
      if (compressor === undefined) this.#target.write(bytes, afterFlush);
      else this.#target.write(bytes, () => compressor.flush(afterFlush));
    });
    this.cut();
  }

  cut(): void {
    const { response } = this.#options;
    if (this.#target !== response) this.#target.destroy();
    // An HTTP/1.0 client treats a normal close as the end of the message. Only a reset shows that it is incomplete.
    if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
    response.destroy();
  }

  #count(bytes: Uint8Array | string): void {
    this.#bytes += typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
  }

  /** Waits for an event of a stream. Rejects if the caller disconnects or reads too slowly. */
  #until(stream: Writable, event: "drain" | "finish"): Promise<void> {
    const { response, stallTimeout, minReadRate, control } = this.#options;
    const { socket } = response.req;
    return new Promise((resolve, reject) => {
      control.readerWaitStart = performance.now();
      const settle = (error?: unknown): void => {
        const { readerWaitStart: start } = control;
        if (start !== undefined) control.readerWaitMs += performance.now() - start;
        control.readerWaitStart = undefined;
        endWatch();
        stream.off(event, done);
        response.off("close", disconnected);
        release();
        if (error === undefined) resolve();
        else
          reject(
            error instanceof Error
              ? error
              : new Error("Could not send the rows: the response was abandoned.", { cause: error }),
          );
      };
      const disconnected = (): void => settle(connectionClosed(control));
      // Node emits `finish` even if the connection was destroyed with bytes still to send.
      const done = (): void => (socket.destroyed ? disconnected() : settle());
      const endWatch = watchReader(socket, { stallTimeout, minReadRate }, settle);
      stream.once(event, done);
      response.once("close", disconnected);
      // After the last bytes were written, no abort ends the wait, except for a stalled reader.
      const release = control.onAbort((reason) => {
        if (event === "drain" || reason instanceof ReaderStalled) settle(reason);
      });
    });
  }
}

/**
 * Returns why a connection closed before all bytes were sent: the caller disconnected, or the service closed it because
 * the request was aborted.
 */
function connectionClosed({ aborted, reason }: RequestControl): Error {
  if (!aborted || reason instanceof CallerGone) return new CallerGone();
  return new Error("Could not send the last rows: the connection was closed first.", { cause: reason });
}

/**
 * Judges a caller for whom rows wait: it must take `minReadRate` bytes a second, and at least one, in each period of
 * `stallTimeout`.
 *
 * @param socket - Connection of the caller
 * @param limits - The period and the rate
 * @param onStalled - Called with the reason if the caller reads too slowly
 * @returns A function that ends the watch
 */
export function watchReader(
  socket: Socket,
  { stallTimeout, minReadRate }: Pick<Limits, "stallTimeout" | "minReadRate">,
  onStalled: (reason: ReaderStalled) => void,
): () => void {
  let taken = bytesTaken(socket);
  // `drain` does not show progress: it is emitted only once the whole buffer was written, however large it is.
  const timer = setInterval(() => {
    const read = bytesTaken(socket) - taken;
    taken += read;
    if (read * 1000 < minReadRate * stallTimeout || read === 0)
      onStalled(new ReaderStalled(read, stallTimeout));
  }, stallTimeout);
  return () => clearInterval(timer);
}

/** Returns the bytes the operating system has accepted. Node has no public member for the bytes it still buffers. */
function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  const queued: unknown = Reflect.get(handle, "writeQueueSize");
  const written: unknown = Reflect.get(handle, "bytesWritten");
  return typeof queued === "number" && typeof written === "number"
    ? written - queued
    : socket.bytesWritten - socket.writableLength;
}

/** How fast the bytes of a stream may be sent. */
export interface Pace {
  /** Maximum number of bytes to take at once. */
  readonly maxBytes: number;
  /**
   * Takes bytes that are about to be sent.
   *
   * @param count - Their number
   * @param then - Called once they may be sent; not if they may be sent now
   * @returns A function that gives up the wait; `undefined` when they may be sent now
   */
  take(count: number, then: () => void): (() => void) | undefined;
}

/** The reason why a stream was cut: the caller stopped reading, or read too slowly. */
export class ReaderStalled extends Error {
  override readonly name = "ReaderStalled";

  /**
   * @param bytes - Bytes the caller read during `duration`
   * @param duration - Length of the period in milliseconds
   */
  constructor(bytes: number, duration: number) {
    super(`Could not send rows: the caller read ${bytes} bytes in ${Math.round(duration / 1000)} s.`);
  }
}
