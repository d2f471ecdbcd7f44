import type { ConnectorError, RowEncoding } from "@wellhead/sdk";

/** An error in a form that can be sent between threads. */
export interface TransferableError {
  readonly code: ConnectorError["code"];
  readonly message: string;
  readonly field?: string | undefined;
  readonly retryAfter?: number | undefined;
  /** The cause in words, for the operator. */
  readonly cause?: string | undefined;
}

/** A command from the main thread to a worker. */
export type StreamCommand =
  | { readonly kind: "open"; readonly id: number; readonly job: unknown }
  | { readonly kind: "start"; readonly id: number; readonly encoding: RowEncoding }
  | {
      readonly kind: "more";
      readonly id: number;
      /** Buffers of batches that have been sent, for reuse. */
      readonly spare: readonly ArrayBuffer[];
    }
  | { readonly kind: "stop"; readonly id: number };

/** A reply from a worker. */
export type StreamReply =
  | { readonly kind: "opened"; readonly id: number; readonly columns: readonly string[] }
  | { readonly kind: "batch"; readonly id: number; readonly bytes: Uint8Array; readonly rows: number }
  | { readonly kind: "end"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: TransferableError };
