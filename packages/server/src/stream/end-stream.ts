import type { ConnectorError } from "@wellhead/sdk";
import { CallerGone } from "../deadline/request-control.js";
import type { Frame } from "./row-stream.js";

/** How to end a stream. */
export type Verdict =
  /** Every row was sent. */
  | { readonly kind: "whole" }
  /** Rows are missing. The last record says so if the format allows it; otherwise the connection is destroyed. */
  | { readonly kind: "marked"; readonly error: Pick<ConnectorError, "message" | "status"> }
  /** Rows are missing, and the connection is destroyed. */
  | { readonly kind: "cut" };

/** How a stream ended. `gone`: the caller closed the connection first. */
export type Ending = Verdict["kind"] | "gone";

/** A stream to end. */
export interface EndStreamOptions {
  readonly sink: ByteSink;
  readonly frame: Frame;
  /** What has to stand before a mark. */
  readonly separator: string | Uint8Array;
}

/**
 * Ends a stream of rows: whole, marked, or cut. No other function ends one, and this one requires a verdict, so that no
 * failure can leave an incomplete response that looks complete.
 *
 * @param options - The stream
 * @param verdict - How to end it
 * @returns How it ended. A stream that cannot be marked or finished is cut
 * @see The connector contract, POST /, "Order of things"
 */
export async function endStream(options: EndStreamOptions, verdict: Verdict): Promise<Ending> {
  const { sink, frame } = options;
  const last = lastBytes(options, verdict);
  if (last === undefined) {
    sink.cut();
    return "cut";
  }
  try {
    if (verdict.kind === "marked" && frame.cutsAfterMark === true) {
      await sink.cutAfter(last);
      return "cut";
    }
    await sink.end(last);
    return verdict.kind;
  } catch (error) {
    sink.cut();
    return error instanceof CallerGone ? "gone" : "cut";
  }
}

function lastBytes(
  { frame, separator }: EndStreamOptions,
  verdict: Verdict,
): string | Uint8Array | undefined {
  if (verdict.kind === "whole") return frame.close;
  const mark = verdict.kind === "marked" ? frame.mark?.(verdict.error) : undefined;
  if (mark === undefined) return undefined;
  return Buffer.concat([Buffer.from(separator), Buffer.from(mark)]);
}

/** Writes the bytes of a stream. Only `end-stream.ts` may call `end`, `cut` and `cutAfter`. */
export interface ByteSink {
  /** Number of bytes written so far, before compression. */
  readonly bytes: number;
  /**
   * @param bytes - Bytes to send
   * @param sent - Called once the bytes are no longer read, so that their buffer may be reused; not called if sending
   * fails
   * @returns A promise that resolves when there is room for more
   * @throws CallerGone when the caller has closed the connection
   * @throws ReaderStalled when the caller stops reading or reads too slowly
   * @throws The reason of the abort when the request is aborted while waiting
   */
  write(bytes: Uint8Array | string, sent?: () => void): Promise<void>;
  /** Flushes the compressor. Does nothing if there is none. */
  flush(): void;
  /**
   * Ends the message as complete.
   *
   * @param bytes - Last bytes
   * @returns A promise that resolves when the operating system has accepted all bytes
   */
  end(bytes: string | Uint8Array): Promise<void>;
  /**
   * Sends last bytes, then destroys the connection.
   *
   * @param bytes - Last bytes, which a caller that reads too slowly may not receive
   */
  cutAfter(bytes: string | Uint8Array): Promise<void>;
  /** Destroys the connection, so that the caller cannot mistake the message for a complete one. */
  cut(): void;
}
