import type { ArrowType } from "@wellhead/rows";
import { ConnectorError, isConnectorError, type LogDetails, type RowEncoding } from "@wellhead/sdk";
import { ServerFullError } from "../errors/server-full-error.js";

/** An error in a form that can be sent between threads. */
export interface TransferableError {
  readonly code: ConnectorError["code"];
  readonly message: string;
  readonly field?: string | undefined;
  readonly retryAfter?: number | undefined;
  /** The cause in words, for the operator. */
  readonly cause?: string | undefined;
  /** Whether the server has no connection left. Default: `false`. */
  readonly isServerFull?: boolean;
}

/** What an operator should know about rows that were sent. */
export interface StreamNotice {
  readonly message: string;
  readonly details: LogDetails;
}

/** How a worker writes rows: as text, or as record batches of Arrow. */
export type StreamEncoding = RowEncoding | "arrow";

/** A command from the main thread to a worker. */
export type StreamCommand =
  | { readonly kind: "open"; readonly id: number; readonly job: unknown }
  | { readonly kind: "start"; readonly id: number; readonly encoding: StreamEncoding }
  | {
      readonly kind: "more";
      readonly id: number;
      /** Buffers of batches that have been sent, for reuse. */
      readonly spare: readonly ArrayBuffer[];
    }
  | { readonly kind: "stop"; readonly id: number };

/** A reply from a worker. */
export type StreamReply =
  | {
      readonly kind: "opened";
      readonly id: number;
      readonly columns: readonly string[];
      /** Whether the worker writes record batches of Arrow. */
      readonly hasArrow: boolean;
    }
  | {
      readonly kind: "batch";
      readonly id: number;
      readonly bytes: Uint8Array;
      readonly rows: number;
    }
  /** Types of the columns of record batches, sent before the first one and before the end. */
  | { readonly kind: "types"; readonly id: number; readonly types: readonly ArrowType[] }
  | { readonly kind: "end"; readonly id: number; readonly notice?: StreamNotice | undefined }
  | { readonly kind: "failed"; readonly id: number; readonly error: TransferableError };

/**
 * Converts an error to a form that can be sent to another thread.
 *
 * @param error - What was thrown
 * @returns Its parts. Any error other than a connector error becomes an internal error with its details in the cause,
 *   for the operator only.
 */
export function sendError(error: unknown): TransferableError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isConnectorError(error)) {
    const { code, message, field, retryAfter } = error;
    const sent = { code, message, field, retryAfter, cause: wordsOf(cause) };
    return error instanceof ServerFullError ? { ...sent, isServerFull: true } : sent;
  }
  return {
    code: "internal",
    message: "Could not read the rows: an internal error occurred.",
    cause: wordsOf(error),
  };
}

/**
 * Recreates the error that another thread sent.
 *
 * @param sent - Its parts
 * @returns The error to throw
 */
export function receiveError(sent: TransferableError): ConnectorError {
  const { code, message, field, retryAfter, cause, isServerFull = false } = sent;
  if (isServerFull) return new ServerFullError(new Error(cause));
  return new ConnectorError(code, message, {
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}

function wordsOf(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}
