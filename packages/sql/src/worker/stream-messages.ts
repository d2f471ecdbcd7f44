import type { ConnectorError, RowEncoding } from "@wellhead/sdk";

/** An error on its way between two threads. */
export interface SentError {
  readonly code: ConnectorError["code"];
  readonly message: string;
  readonly field?: string | undefined;
  readonly retryAfter?: number | undefined;
  /** What led to it, in words, for the operator. */
  readonly cause?: string | undefined;
}

/** What the main thread asks of a worker. */
export type StreamCommand =
  | { readonly kind: "open"; readonly id: number; readonly job: unknown }
  | { readonly kind: "start"; readonly id: number; readonly encoding: RowEncoding }
  | {
      readonly kind: "more";
      readonly id: number;
      /** Memory of batches that have been sent, to be used again. */
      readonly spare: readonly ArrayBuffer[];
    }
  | { readonly kind: "stop"; readonly id: number };

/** What a worker answers. */
export type StreamReply =
  | { readonly kind: "opened"; readonly id: number; readonly columns: readonly string[] }
  | { readonly kind: "batch"; readonly id: number; readonly bytes: Uint8Array; readonly rows: number }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: SentError };
