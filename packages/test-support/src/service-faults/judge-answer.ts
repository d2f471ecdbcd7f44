import { isDeepStrictEqual } from "node:util";
import { type ErrorCode, errorCodes } from "@wellhead/contract";
import { parse, pick } from "../json/pick.js";
import type { SeenAnswer } from "./ask-cell.js";

/** The expected response. */
export interface Wanted {
  /** Code of the error; `undefined` when the response must be complete. */
  readonly code: string | undefined;
  /** Ids of the expected rows. A response with an error may have only the first of them. */
  readonly ids: readonly string[];
  /** Whether rows are sent before the error. */
  readonly isUnderWay: boolean;
  /** Seconds that `Retry-After` must have. */
  readonly retryAfter?: number | undefined;
}

/**
 * Judges rows by what a caller can detect: a complete response with all rows, a typed error, or a detectable cut.
 *
 * @param answer - The response
 * @param accept - Requested format
 * @param wanted - The expected response
 * @returns The fault; `undefined` when the response is correct
 */
export function judgeRows(answer: SeenAnswer, accept: string, wanted: Wanted): string | undefined {
  const fault = judgeCommon(answer);
  if (fault !== undefined) return fault;
  if (wanted.code !== undefined && !wanted.isUnderWay) return judgeError(answer, wanted);
  if (answer.status !== 200) return `status ${answer.status} ${answer.body.slice(0, 200)}`;
  if (accept === "text/csv") return judgeTable(answer, wanted);
  if (!answer.isWhole) return "expected a mark, got a cut connection";
  const records = recordsOf(answer.body, accept);
  if (records === undefined) return `no rows can be read: ${answer.body.slice(-200)}`;
  const mark = pick(records.at(-1), "__streamError");
  const ids = (mark === undefined ? records : records.slice(0, -1)).map((record) =>
    String(pick(record, "id")),
  );
  if (wanted.code === undefined)
    return mark === undefined ? judgeIds(ids, wanted) : `marked: ${JSON.stringify(mark)}`;
  if (mark === undefined) return `${ids.length} rows that look whole`;
  if (pick(mark, "code") !== statusOf(wanted.code))
    return `mark ${JSON.stringify(mark)}, wanted ${wanted.code}`;
  return judgeIds(ids, { ...wanted, ids: wanted.ids.slice(0, ids.length) });
}

/**
 * Judges the response to an account check or an option list.
 *
 * @param answer - The response
 * @param wanted - The expected response
 * @returns The fault; `undefined` when the response is correct
 */
export function judgeForm(answer: SeenAnswer, wanted: Wanted): string | undefined {
  const fault = judgeCommon(answer);
  if (fault !== undefined) return fault;
  if (wanted.code !== undefined) return judgeError(answer, wanted);
  if (answer.status !== 200) return `status ${answer.status} ${answer.body.slice(0, 200)}`;
  const value = parse(answer.body);
  if (!Array.isArray(value)) {
    const name = `Account ${wanted.ids.join()}`;
    return pick(value, "name") === name ? undefined : `expected "${name}", got ${answer.body.slice(0, 200)}`;
  }
  const values = value.map((option) => String(pick(option, "value")));
  return judgeIds(values, { ...wanted, ids: [...new Set(wanted.ids)] });
}

function judgeCommon({ hung, status }: SeenAnswer): string | undefined {
  if (hung) return "it hangs";
  return status === 0 ? "no answer" : undefined;
}

function judgeError(answer: SeenAnswer, { code = "", retryAfter }: Wanted): string | undefined {
  const status = statusOf(code);
  const body: unknown = answer.body.startsWith("{") ? parse(answer.body) : undefined;
  if (answer.status !== status || pick(body, "code") !== code || !answer.isWhole) {
    return `expected ${status} ${code}, got ${answer.status} ${answer.body.slice(0, 200)}`;
  }
  if (typeof pick(body, "error") !== "string" || pick(body, "status") !== status)
    return `no error: ${answer.body}`;
  if (status === 429 && answer.retryAfter === undefined) return "429 without Retry-After";
  if (retryAfter !== undefined && answer.retryAfter !== retryAfter) {
    return `expected Retry-After ${retryAfter}, got ${answer.retryAfter}`;
  }
  return undefined;
}

function judgeTable(answer: SeenAnswer, wanted: Wanted): string | undefined {
  const ids = answer.body.split("\r\n").slice(1, -1);
  if (wanted.code === undefined) return answer.isWhole ? judgeIds(ids, wanted) : "cut, wanted whole";
  if (answer.isWhole) return `${ids.length} rows of CSV that look whole`;
  return judgeIds(ids, { ...wanted, ids: wanted.ids.slice(0, ids.length) });
}

function judgeIds(ids: readonly string[], wanted: Wanted): string | undefined {
  if (isDeepStrictEqual(ids, [...wanted.ids])) return undefined;
  return `rows ${ids.slice(0, 20).join()}, wanted ${wanted.ids.slice(0, 20).join()}`;
}

function recordsOf(body: string, accept: string): readonly unknown[] | undefined {
  try {
    const value =
      accept === "application/json"
        ? parse(body)
        : body
            .split("\n")
            .filter(Boolean)
            .map((line) => parse(line));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(code: string): number {
  // The codes in the table of faults are codes of the contract.
  return errorCodes[code as ErrorCode].status;
}
