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
  /** Waits in milliseconds; absent when they do not matter. */
  readonly waits?: readonly number[];
  readonly definition?: Partial<HttpDefinition>;
}

/** A good page, and the last. */
export const page = JSON.stringify({ items: [{ id: 1 }], next: null });
/** An answer with the good page. */
export const good = rawAnswer(page);
/** Answers every attempt with the same bytes. */
export function once(bytes: Uint8Array | string): UpstreamFault["answer"] {
  return (socket) => socket.write(bytes);
}

/** The bytes on the first attempt, a good answer afterwards. */
export function first(bytes: Uint8Array | string, end?: "end"): UpstreamFault["answer"] {
  return (socket, _request, attempt) => {
    socket.write(attempt === 0 ? bytes : good);
    if (attempt === 0 && end !== undefined) socket.end();
  };
}
