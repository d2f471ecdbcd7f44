import { randomBytes } from "node:crypto";
import {
  type ExactValue,
  IncompleteRowsError,
  parseExactJson,
  type RowReading,
  writeExactJson,
} from "@wellhead/client";
import type { RepeatedRows } from "../load/drop-repeated.js";
import type { LoadableRows } from "../load/load-options.js";
import { type JoinedRequest, textOf } from "./joined-requests.js";

/** Options of {@link readJoined}. */
export interface ReadJoinedOptions {
  /** Makes a request for rows. */
  readonly read: (filter: JoinedRequest["filter"]) => Promise<RowReading>;
  /** Names of the declared columns, in lower case. */
  readonly declared: ReadonlySet<string>;
  /** Whether to continue after a request whose rows are incomplete. */
  readonly allowsPartial: boolean;
}

/** The rows of several requests as one reading. */
export interface JoinedReading extends LoadableRows {
  /** Columns that the requests add to the rows. */
  readonly added: readonly { readonly id: string; readonly type: string }[];
  /** How to find rows that several requests returned. `undefined` when no row can be repeated. */
  readonly repeated: RepeatedRows | undefined;
}

/**
 * Reads the rows of several requests one after the other.
 *
 * A connector may ignore a filter, or match more than equal values, so that several requests return the same row. Each
 * row is therefore marked with the number of its request. A column that is not declared gets the requested value,
 * unless the row has it.
 *
 * @param requests - The requests
 * @param options - How they are made
 * @returns The reading
 */
export function readJoined(requests: readonly JoinedRequest[], options: ReadJoinedOptions): JoinedReading {
  const filters = Object.keys(requests[0]?.asked ?? {});
  const isMarked = requests.length > 1;
  // Random, so that no member of a row has this name.
  const mark = `request ${randomBytes(12).toString("hex")}`;
  // If a request asks for several values, the value that a row belongs to is unknown.
  const isSingle = requests.every(({ asked }) => filters.every((id) => asked[id]?.length === 1));
  const undeclared = filters.filter((id) => isSingle && !options.declared.has(id.toLowerCase()));
  return {
    lines: () => linesOf(requests, { ...options, undeclared, mark: isMarked ? mark : undefined }),
    added: [
      ...undeclared.map((id) => ({ id, type: "" })),
      ...(isMarked ? [{ id: mark, type: "number" }] : []),
    ],
    repeated: isMarked
      ? {
          mark,
          columns: filters,
          asked: requests.flatMap(({ asked }, request) => {
            const lists = filters.map((id) => (asked[id] ?? []).map(textOf));
            return (lists[0] ?? []).map((_, index) => ({
              request,
              values: lists.map((list) => list[index] ?? ""),
            }));
          }),
        }
      : undefined,
  };
}

interface LinesOptions extends ReadJoinedOptions {
  readonly undeclared: readonly string[];
  readonly mark: string | undefined;
}

async function* linesOf(
  requests: readonly JoinedRequest[],
  { read, allowsPartial, undeclared, mark }: LinesOptions,
): ReturnType<LoadableRows["lines"]> {
  const faults: IncompleteRowsError[] = [];
  for (const [number, { filter, asked }] of requests.entries()) {
    const marks = mark === undefined ? [] : [`${JSON.stringify(mark)}:${number}`];
    const withAdded = (row: string) =>
      withMembers(row, [...marks, ...undeclared.map((id) => memberOf(row, id, asked[id]?.[0] ?? null))]);
    try {
      for await (const batch of await read(filter)) {
        const { bytes } = batch;
        yield { texts: batch.texts.map(withAdded), bytes };
      }
    } catch (error) {
      if (!(error instanceof IncompleteRowsError) || !allowsPartial) throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  if (first === undefined) return;
  const message = `${faults.length} of ${requests.length} requests failed: ${first.message}`;
  throw new IncompleteRowsError(first.ending, message, { code: first.code, cause: first });
}

/** Returns a member with the value of the row, if it spells the name in another case, or with the requested value. */
function memberOf(row: string, id: string, requested: ExactValue): string {
  const name = JSON.stringify(id);
  const known = row.toLowerCase().includes(name.toLowerCase()) ? parseExactJson(row) : {};
  const own = Object.entries(known ?? {}).find(([key]) => key.toLowerCase() === id.toLowerCase());
  return `${name}:${writeExactJson(own === undefined ? requested : own[1])}`;
}

/** Adds members at the start of a row. Of two members with one name, the later one, which is the row's own, is used. */
function withMembers(row: string, members: readonly string[]): string {
  if (members.length === 0) return row;
  const content = row.slice(row.indexOf("{") + 1).trimStart();
  return `{${members.join(",")}${content.startsWith("}") ? "" : ","}${content}`;
}
