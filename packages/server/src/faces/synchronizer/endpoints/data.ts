import { type ByteWriter, spareBuffers } from "@wellhead/rows";
import type { Changes } from "@wellhead/sdk";
import { parseDuration } from "@wellhead/sdk/internal";
import { authorContext, nameAccount } from "../../../request/account/author-context.js";
import { openAccount, type RequestAccount } from "../../../request/account/request-account.js";
import { type Answer, reusedJsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import {
  checkFilter,
  type OpenSource,
  openFound,
  requestedSource,
} from "../../../request/source/open-source.js";
import { type EntityType, readType } from "../describe/entity-type.js";
import {
  openPosition,
  type RunPosition,
  sealPosition,
  type TokenBinding,
  tokenRefused,
} from "../pages/position-token.js";
import type { ReadPage } from "../pages/read-page.js";
import { readRunPage } from "../pages/read-run-page.js";
import type { PageRequest } from "../requests/requests.js";
import { ownFilter } from "./types.js";

/** How far before the last run changes are read by default, in milliseconds: six hours. */
const defaultLookbackMs = 6 * 3_600_000;

/**
 * Handles POST data: returns one whole page of the entities of a type.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns The page, and the position of the next one
 * @throws ConnectorError naming what is missing or invalid, and whatever the source throws
 * @see The synchronizer contract, POST data
 */
export async function data(request: PageRequest, scope: RequestScope): Promise<Answer> {
  const { token } = request;
  const { environment } = scope.service.accounts;
  const now = scope.service.now().getTime();
  const sealing = { secret: environment.secret, store: environment.store, now };
  const found = await requestedSource(request.source, scope, "required");
  const account = openAccount(request.account, scope, found.id);
  const binding = bindingOf(request, { id: found.id, account, scope });
  const given = token === undefined ? undefined : await openPosition(token, binding, sealing);
  const began = new Date(given?.began ?? now);
  const filter = ownFilter(found, request.filter);
  const open = await openFound(found, { account, filter, now: began }, scope);
  if (given === undefined) await checkFilter(open, scope);
  const type = await readType(open, scope);
  const run = given ?? (await knownPosition(firstPosition(request.lastRun, type, now), open, scope));
  if (run.version !== type.version) throw tokenRefused("the type has changed since");
  const page = await readRunPage({ open, type, run, token, isExact: request.isExact }, scope);
  const next = nextPosition(run, page, open);
  let p: string | undefined;
  try {
    p = next && (await sealPosition(next, binding, sealing));
  } finally {
    page.finish(p);
  }
  return pageAnswer(page.body, {
    synchronizationType: run.since === undefined ? "full" : "delta",
    next: next && { p, page: next.page, rows: next.count },
  });
}

interface BindingFacts {
  readonly id: string;
  readonly account: RequestAccount;
  readonly scope: RequestScope;
}

function bindingOf({ filter, operation }: PageRequest, { id, account, scope }: BindingFacts): TokenBinding {
  return {
    connector: scope.served.connector.id,
    accountKey: async (secret) => `${account.id} ${await nameAccount(account, scope, { secret })}`,
    source: id,
    filter,
    operation,
  };
}

function firstPosition(
  lastRun: Date | undefined,
  { changes, version }: EntityType,
  now: number,
): RunPosition {
  const position = { version, phase: "rows", began: now, count: 0, page: 1 } as const;
  if (changes === undefined || lastRun === undefined || isFullDue(changes, lastRun, now)) return position;
  const lookback = durationOf(changes.lookback) ?? defaultLookbackMs;
  // The platform's clock may be fast.
  const last = Math.min(lastRun.getTime(), now);
  return { ...position, since: new Date(last - lookback).toISOString() };
}

/** Reads all rows if the source no longer knows what has changed since the last run. */
async function knownPosition(
  run: RunPosition,
  { source, account, filter }: OpenSource,
  scope: RequestScope,
): Promise<RunPosition> {
  const { since, ...all } = run;
  if (since === undefined || source.knowsChanges === undefined) return run;
  const isKnown = await scope.control.call({ action: "find the changes of the rows" }, async () =>
    source.knowsChanges?.(authorContext(scope, account, { more: { filter, since } })),
  );
  return isKnown === true ? run : all;
}

/**
 * Reports whether all rows have to be read: whether a multiple of `fullEvery` since 1970 has passed since the last run.
 */
function isFullDue({ fullEvery }: Changes, lastRun: Date, now: number): boolean {
  const every = durationOf(fullEvery);
  if (every === undefined || every <= 0) return false;
  return Math.floor(lastRun.getTime() / every) < Math.floor(now / every);
}

function durationOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(text);
}

/** Returns the position at which the run continues: the next rows, the keys of deleted rows, or none. */
function nextPosition(run: RunPosition, page: ReadPage, { source }: OpenSource): RunPosition | undefined {
  const { rows: _before, waits = 0, ...rest } = run;
  const { count, next } = page;
  const after = { ...rest, count: run.count + count, page: run.page + 1 };
  if (next !== undefined) return { ...after, rows: next, ...(count === 0 && { waits: waits + 1 }) };
  const isDeletedNext = run.phase === "rows" && run.since !== undefined && "deleted" in source;
  return isDeletedNext ? { ...after, phase: "deleted" } : undefined;
}

interface PageFacts {
  readonly synchronizationType: "full" | "delta";
  readonly next: object | undefined;
}

/** Completes the response, and uses its memory for another one after it has been sent. */
function pageAnswer(body: ByteWriter, { synchronizationType, next }: PageFacts): Answer {
  const pagination = next === undefined ? { hasNext: false } : { hasNext: true, nextPageConfig: next };
  body.appendText(`],${JSON.stringify({ pagination, synchronizationType }).slice(1)}`);
  const { buffer } = body.bytes;
  return reusedJsonAnswer(body.bytes.subarray(0, body.length), () => spareBuffers.store(buffer));
}
