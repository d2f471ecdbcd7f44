import type { ConnectorError } from "@wellhead/sdk";
import { CallerGone } from "../deadline/caller-gone.js";
import type { Frame } from "../encoder/frame.js";
import type { ByteSink } from "./byte-sink.js";

/** How a stream is to end; nothing else ends one. */
export type Verdict =
  /** Every row was sent. */
  | { readonly kind: "whole" }
  /** Rows are missing; the last record says so, where the format has a place for it. */
  | { readonly kind: "marked"; readonly error: Pick<ConnectorError, "message" | "status"> }
  /** Rows are missing; the connection is destroyed. */
  | { readonly kind: "cut" };

/** How a stream ended. `gone`: the caller closed the connection first. */
export type Ending = Verdict["kind"] | "gone";

/** A stream to end. */
export interface EndStreamOptions {
  readonly sink: ByteSink;
  readonly frame: Frame;
  /** How many rows were sent. */
  readonly rows: number;
}

/**
 * Ends a stream of rows: whole, marked, or cut. This is the only function that does, and it wants a verdict, so that
 * no failure can leave a short answer that looks whole.
 *
 * @param options - The stream
 * @param verdict - How it is to end
 * @returns How it did end: what cannot be marked, or cannot be finished, is cut
 * @see The connector contract, POST /, "Order of things"
 */
export async function endStream({ sink, frame, rows }: EndStreamOptions, verdict: Verdict): Promise<Ending> {
  const last = lastBytes(frame, rows, verdict);
  if (last === undefined) {
    sink.cut();
    return "cut";
  }
  try {
    await sink.end(last);
    return verdict.kind;
  } catch (error) {
    sink.cut();
    return error instanceof CallerGone ? "gone" : "cut";
  }
}

function lastBytes(frame: Frame, rows: number, verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case "whole":
      return frame.close(rows);
    case "marked":
      return frame.mark?.(verdict.error, rows);
    default:
      return undefined;
  }
}
