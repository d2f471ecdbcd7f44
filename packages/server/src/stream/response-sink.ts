import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
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
  /** How long the caller may read nothing, in milliseconds. */
  readonly stallTimeout: number;
  /** Ends the request early. */
  readonly control: RequestControl;
}

/** Sends bytes to an HTTP response, as fast as its reader takes them. */
export class ResponseSink implements ByteSink {
  readonly #options: ResponseSinkOptions;
  readonly #target: Writable;
  #bytes = 0;

  /** @param options - Response, compressor, limits */
  constructor(options: ResponseSinkOptions) {
    const { response, compressor } = options;
    this.#options = options;
    this.#target = compressor ?? response;
    // A failed write shows as the close of the response; without listeners it would end the process.
    response.on("error", () => this.cut());
    compressor?.on("error", () => this.cut());
    compressor?.pipe(response);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Uint8Array | string, sent?: () => void): Promise<void> {
    if (this.#options.response.destroyed) throw new CallerGone();
    if (bytes.length === 0) return;
    this.#count(bytes);
    const hasRoom = this.#target.write(bytes, (error) => {
      if (error === undefined || error === null) sent?.();
    });
    if (!hasRoom) await this.#until(this.#target, "drain");
  }

  flush(): void {
    this.#options.compressor?.flush();
  }

  async end(bytes: string): Promise<void> {
    const { response } = this.#options;
    if (response.destroyed) throw new CallerGone();
    this.#count(bytes);
    const finished = this.#until(response, "finish");
    this.#target.end(bytes);
    await finished;
  }

  cut(): void {
    const { response, compressor } = this.#options;
    compressor?.destroy();
    // A caller of HTTP/1.0 takes a plain close for the end of the message; only a reset tells it otherwise.
    if (response.req.httpVersion === "1.0") response.socket?.resetAndDestroy();
    response.destroy();
  }

  #count(bytes: Uint8Array | string): void {
    this.#bytes += typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
  }

  /** Waits for an event of a stream, but not for a caller that is gone or does not read. */
  #until(stream: Writable, event: "drain" | "finish"): Promise<void> {
    const { response, stallTimeout, control } = this.#options;
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => {
        clearTimeout(timer);
        stream.off(event, done);
        response.off("close", gone);
        release();
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error("Send rows: given up", { cause: error }));
      };
      const done = (): void => settle();
      const gone = (): void => settle(new CallerGone());
      const timer = setTimeout(() => settle(new ReaderStalled(stallTimeout)), stallTimeout);
      stream.once(event, done);
      response.once("close", gone);
      // Once the last bytes are on their way nothing but the reader can stop them.
      const release = event === "drain" ? control.onAbort(settle) : noop;
    });
  }
}

function noop(): void {
  // Nothing was listened to.
}
