import { ExactNumber, writeExactJson } from "@wellhead/client";
import type { LayerReply } from "@wellhead/runtime";
import { itemsIn } from "./items-in.js";
import { withoutMember } from "./next-page.js";
import type { TapeResponse } from "./tape.js";
import { bytesOf, exactJsonOf } from "./tape-body.js";

/**
 * A fault that an upstream may have while it answers from a tape. Each happens once, at the first request for the
 * interaction.
 *
 * - `rate limit`: 429 with `Retry-After: 1`; the next attempt gets the recorded response.
 * - `cut`: the body ends in the middle, as a broken connection does; the next attempt gets all of it.
 * - `expired`: 401, as after the expiry of a token; the next attempt gets the recorded response.
 * - `tie`: all items of the response have the same dates as the last item that the tape returned before, as items have
 *   that were changed at the same moment and lie on both sides of a page boundary.
 * - `repeated page`: the response before it that has a list is returned again; the next request gets the recorded one.
 * - `empty page`: the list in the response has no items; everything else is as recorded.
 * - `missing pointer`: the response lacks the member that points to the next page, although the last page has it, such as
 *   `null`; everything else is as recorded.
 */
export type FaultKind =
  | "rate limit"
  | "cut"
  | "expired"
  | "tie"
  | "repeated page"
  | "empty page"
  | "missing pointer";

/** A fault and where it happens. */
export interface TapeFault {
  /** Number of the interaction on the tape, from 1. */
  readonly at: number;
  readonly kind: FaultKind;
}

const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** What a fault takes from the tape. */
export interface FaultParts {
  /** The last response with a list that was returned before, for `tie` and `repeated page`. */
  readonly before?: TapeResponse | undefined;
  /** Path of the member that points to the next page, for `missing pointer`. */
  readonly pointer?: string | undefined;
}

/**
 * Creates the response of an interaction.
 *
 * @param response - The response on the tape
 * @param fault - What goes wrong. Default: nothing
 * @param parts - What it takes from the tape
 * @returns The response
 */
export function playResponse(
  response: TapeResponse,
  fault?: FaultKind,
  { before, pointer }: FaultParts = {},
): LayerReply {
  if (fault === "repeated page" && before !== undefined) return playResponse(before);
  if (fault === "rate limit") return reply(429, { "retry-after": "1" }, Buffer.from("{}"));
  if (fault === "expired") return reply(401, {}, Buffer.from("{}"));
  const { status, headers, body } = response;
  const json = exactJsonOf(body);
  if (fault === "tie" && json !== undefined)
    return reply(status, headers, jsonBytes(withDatesOf(before && lastItemOf(before), json)));
  if (fault === "empty page" && json !== undefined)
    return reply(status, headers, jsonBytes(replaceIn(json, itemsIn(json), [])));
  if (fault === "missing pointer" && json !== undefined && pointer !== undefined)
    return reply(status, headers, jsonBytes(withoutMember(json, pointer)));
  const bytes = bytesOf(body);
  if (fault !== "cut") return reply(status, headers, bytes);
  return { ...reply(status, headers, bytes), body: cutBody(bytes) };
}

/**
 * Returns whether a response has a list with items.
 *
 * @param response - The response on the tape
 * @returns Whether it has one
 */
export function hasItems(response: TapeResponse): boolean {
  return lastItemOf(response) !== undefined;
}

/** Finds the last item of the first list in a response; `undefined` when there is no list. */
function lastItemOf({ body }: TapeResponse): unknown {
  return itemsIn(exactJsonOf(body))?.at(-1);
}

function reply(status: number, headers: Readonly<Record<string, string>>, bytes: Buffer): LayerReply {
  const type = { "content-type": "application/json" };
  return { status, headers: { ...type, ...headers }, body: whole(bytes), drop: () => undefined };
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(writeExactJson(value));
}

async function* whole(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

async function* cutBody(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  throw Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
}

/** Replaces the dates in each item by those of another item, at the same place. */
function withDatesOf(other: unknown, value: unknown): unknown {
  const items = itemsIn(value);
  return items === undefined
    ? value
    : replaceIn(
        value,
        items,
        items.map((item) => copyDates(other, item)),
      );
}

function replaceIn(value: unknown, found: unknown, replacement: unknown): unknown {
  if (value === found) return replacement;
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof ExactNumber)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceIn(member, found, replacement)]),
  );
}

function copyDates(from: unknown, to: unknown): unknown {
  if (typeof from === "string" && typeof to === "string" && isDate.test(from) && isDate.test(to)) return from;
  if (typeof from !== "object" || from === null || typeof to !== "object" || to === null || Array.isArray(to))
    return to;
  if (to instanceof ExactNumber) return to;
  const members = new Map(Object.entries(from));
  return Object.fromEntries(
    Object.entries(to).map(([name, member]) => [name, copyDates(members.get(name), member)]),
  );
}
