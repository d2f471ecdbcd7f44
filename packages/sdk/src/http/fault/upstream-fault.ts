import type { HttpDefinition } from "../http-definition.js";
import { type AnswerRaw, rawAnswer } from "./raw-upstream.js";

/** One way in which an upstream fails, and what must come of it. For tests. */
export interface UpstreamFault {
  /** Number in the failure model, and what happens. */
  readonly title: string;
  /** Answers the requests to the faulty page; `attempt` counts them from 0. */
  readonly answer: (...parameters: [...Parameters<AnswerRaw>, number]) => void;
  /** Code of the error; absent when the page is read in the end. */
  readonly code?: string;
  /** Requests that arrive for the page. */
  readonly requests: number;
  /** Pages that the fault takes. Default: 1. */
  readonly pages?: number;
  /** Ids of the items that are read before the list ends, or before the error. Default: the good page's, or none. */
  readonly ids?: readonly string[];
  /** Waits in milliseconds; absent when they do not matter. */
  readonly waits?: readonly number[];
  readonly definition?: Partial<HttpDefinition>;
}

/** A good page, and the last. */
export const page = JSON.stringify({ items: [{ id: 1 }], next: null });
/** An answer with the good page. */
export const good = rawAnswer(page);
/**
 * Answers every attempt with the same bytes. For tests.
 *
 * @param bytes - The bytes
 * @returns What answers
 */
export function once(bytes: Uint8Array | string): UpstreamFault["answer"] {
  return (socket) => socket.write(bytes);
}

/**
 * Answers the first attempt with some bytes, and later ones well. For tests.
 *
 * @param bytes - The bytes
 * @param end - Whether the connection ends behind them. Default: it stays open
 * @returns What answers
 */
export function first(bytes: Uint8Array | string, end?: "end"): UpstreamFault["answer"] {
  return (socket, _request, attempt) => {
    socket.write(attempt === 0 ? bytes : good);
    if (attempt === 0 && end !== undefined) socket.end();
  };
}
