import { memberAt, Pages, upstreamInvalid } from "@wellhead/sdk";
import { type AttemptClock, failureOf } from "../attempt.js";
import type { CallPlan } from "../call-plan.js";
import type { HttpSession, ReadReply } from "../http-session.js";
import type { Reply } from "../send-request.js";

/** Status of a response to a request that is not completed yet. */
export const accepted = 202;

/** Options of {@link readItems}. */
export interface ReadItemsOptions {
  /** Plans the call; throws when that is impossible. */
  readonly plan: () => CallPlan;
  /** Creates the reader of one attempt. */
  readonly reader: (session: HttpSession) => ItemReader;
  /** Path of the items in a JSON document. Default: the response has no body around its items. */
  readonly path?: string;
}

/** A response whose first items were read. */
interface OpenedItems {
  readonly head: ReadonlyArray<readonly unknown[]>;
  /** The items after those; `undefined` when there are none. */
  readonly rest: AsyncGenerator<readonly unknown[]> | undefined;
  readonly reply: Reply;
  readonly clock: AttemptClock;
}

/**
 * Maximum bytes and milliseconds for which the first items are held back. A response that fails before then is retried,
 * or fails as a whole.
 */
const held = { bytes: 256 * 1024, milliseconds: 1000 };

/**
 * Reads the items of one response as they arrive, one batch per chunk of the body. Reads only when the caller does.
 *
 * @param session - Returns the client of the request
 * @param options - The call, and how to find the items
 * @returns The items
 */
export function readItems<Item>(session: () => HttpSession, options: ReadItemsOptions): Pages<Item> {
  // The author states the shape of the items as the upstream documents it; this code does not depend on it.
  return new Pages(iterateItems(session, options) as AsyncIterable<readonly Item[]>);
}

async function* iterateItems(
  session: () => HttpSession,
  options: ReadItemsOptions,
): AsyncGenerator<readonly unknown[]> {
  const plan = options.plan();
  const { head, rest, reply, clock } = await session().perform(plan, openItems(session(), options));
  try {
    yield* head;
    while (rest !== undefined) {
      // The timeout applies to the upstream only: the time that a slow caller takes does not count.
      clock.allow(session().limits.page);
      const next = await rest.next();
      clock.allow(undefined);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    session().signal.throwIfAborted();
    throw failureOf(error, plan.url.hostname).error;
  } finally {
    clock.end();
    reply.drop();
  }
}

function openItems(session: HttpSession, options: ReadItemsOptions): ReadReply<OpenedItems> {
  return async (reply, clock) => {
    const reader = options.reader(session);
    const rest = parseReply(session, { reply, reader, path: options.path });
    const head: Array<readonly unknown[]> = [];
    const start = session.now();
    try {
      while (reader.size < held.bytes && (head.length === 0 || session.now() - start < held.milliseconds)) {
        const next = await rest.next();
        if (next.done === true) return { head, rest: undefined, reply, clock };
        head.push(next.value);
      }
      return { head, rest, reply, clock };
    } catch (error) {
      reply.drop();
      throw error;
    }
  };
}

async function* parseReply(
  session: HttpSession,
  {
    reply,
    reader,
    path,
  }: { readonly reply: Reply; readonly reader: ItemReader; readonly path: string | undefined },
): AsyncGenerator<readonly unknown[]> {
  const { status, headers } = reply;
  let hasItems = false;
  for await (const chunk of reply.body) {
    const items = reader.push(chunk);
    hasItems ||= items.length > 0;
    if (items.length > 0) yield items;
  }
  const { items, body } = endOf(session, { reply, reader });
  session.check({ status, headers, body });
  if (status === accepted && !hasItems && items.length === 0) throw session.notReady(headers);
  const found = path === undefined ? [] : memberAt(body, path);
  if (!Array.isArray(found)) throw noItems(found, path ?? "");
  if (items.length > 0) yield items;
}

function endOf(
  session: HttpSession,
  { reply, reader }: { readonly reply: Reply; readonly reader: ItemReader },
) {
  try {
    return reader.end();
  } catch (error) {
    // The definition may know what a response without JSON means, such as one that is not ready yet.
    session.check({ status: reply.status, headers: reply.headers, body: undefined });
    throw reply.status === accepted && reader.size === 0 ? session.notReady(reply.headers) : error;
  }
}

/**
 * Creates the error for a body that has no array where its items should be.
 *
 * @param found - The value that was found
 * @param path - Path at which it was expected; empty for the body itself
 * @returns The error to throw
 */
export function noItems(found: unknown, path: string): Error {
  const where = path === "" ? "" : ` at "${path}"`;
  return upstreamInvalid(
    `Could not read a list: expected an array of items${where}, got ${found === null ? "null" : typeof found}.`,
  );
}

/** Splits one response into items as its bytes arrive, in memory that does not grow with the response. */
export interface ItemReader {
  /** Bytes read so far. */
  readonly size: number;
  /**
   * Reads the next bytes.
   *
   * @param chunk - Bytes of the body
   * @returns The items they complete
   * @throws ConnectorError `upstream_invalid` when they cannot be part of a valid response
   */
  push(chunk: Uint8Array): readonly unknown[];
  /**
   * Ends the body.
   *
   * @returns The last items, and the body around the items; in a JSON document the array of items is empty
   * @throws ConnectorError `upstream_invalid` when the response is truncated or has more than one document
   */
  end(): ItemsEnd;
}

/** Result of reading a response to its end. */
export interface ItemsEnd {
  readonly items: readonly unknown[];
  readonly body: unknown;
}
