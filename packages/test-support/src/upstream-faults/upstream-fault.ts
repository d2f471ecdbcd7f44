import type { HttpDefinition } from "@wellhead/sdk";
import { type AnswerRaw, rawAnswer } from "./raw-upstream.js";

/** A fault of an upstream, and its expected outcome. For tests. */
export interface UpstreamFault {
  /** Number in the failure model, and a description. */
  readonly title: string;
  /** Responds to the requests for the faulty page; the last parameter counts the attempts from 0. */
  readonly answer: (...parameters: [...Parameters<AnswerRaw>, number]) => void;
  /** Code of the error; absent when the page is read in the end. */
  readonly code?: string;
  /** Expected requests for the page. */
  readonly requests: number;
  /** Number of pages that are read from the faulty one on. Default: 1. */
  readonly pages?: number;
  /** Ids of the items read before the list ends or fails. Default: those of the good page, or none. */
  readonly ids?: readonly string[];
  /** Expected waits in milliseconds; absent when they do not matter. */
  readonly waits?: readonly number[];
  /** Whether the upstream does not say how long to wait. Default: it does, where `waits` has more than an ordinary retry. */
  readonly isWaitAssumed?: boolean;
  readonly definition?: Partial<HttpDefinition>;
}

/** A good page, which is also the last. */
export const page = JSON.stringify({ items: [{ id: 1 }], next: null });
/** A response with the good page. */
export const good = rawAnswer(page);
/**
 * Creates a handler that answers every attempt with the same bytes. For tests.
 *
 * @param bytes - The bytes
 * @returns The handler
 */
export function once(bytes: Uint8Array | string): UpstreamFault["answer"] {
  return (socket) => socket.write(bytes);
}

/**
 * Creates a handler that answers the first attempt with some bytes, and later ones with the good page. For tests.
 *
 * @param bytes - The bytes
 * @param end - Whether to close the connection after the bytes. Default: it stays open
 * @returns The handler
 */
export function first(bytes: Uint8Array | string, end?: "end"): UpstreamFault["answer"] {
  return (socket, _request, attempt) => {
    socket.write(attempt === 0 ? bytes : good);
    if (attempt === 0 && end !== undefined) socket.end();
  };
}
