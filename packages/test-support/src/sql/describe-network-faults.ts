import { afterAll, beforeAll, expect, it } from "vitest";
import { openConnections } from "../network/open-connections.js";
import { type FaultProxy, startFaultProxy } from "../network/start-fault-proxy.js";
import { isLong } from "../properties/is-long.js";
import { askOptions, askQuery, failureOf, type Reply } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const rowCount = 5000;
/** Longer than idle sessions are kept. */
const polling = { timeout: 50_000, interval: 100 };
/**
 * Tests requests whose server is lost, stops responding or takes too long.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statements
 */
export function describeNetworkFaults(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { noRowYet } = dialect;
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await startFaultProxy(database().server?.port ?? 0);
    database().admin(createSql(dialect));
  });
  afterAll(() => proxy.stop());

  const read = (changes: Partial<SqlDatabase> = {}) => {
    const account = database().server?.accountAt(proxy.port) ?? {};
    return askQuery({ ...database(), account, ...changes }, "select * from long_rows");
  };

  it("that is lost at any byte leads to an error or to a marked end, never to fewer rows", async () => {
    proxy.passed = 0;
    proxy.after = Number.POSITIVE_INFINITY;
    expect(endingOf(await read())).toEqual({ status: 200, rows: rowCount, code: undefined });
    for (const [index, after] of places(proxy.passed).entries()) {
      proxy.after = after;
      proxy.fault = index % 2 === 0 ? "cut" : "reset";
      const reply = await read();
      const ending = endingOf(reply);
      const expected = ending.status === 200 ? { code: 503 } : { status: 503, code: "upstream_unavailable" };
      expect({ after, ...ending }, reply.body.slice(-300)).toMatchObject(expected);
      expect(reply.body).toContain("the connection was lost. Try again");
    }
    proxy.after = Number.POSITIVE_INFINITY;
  });

  describeSilence(database, { read, proxy: () => proxy });

  it("ends a statement at the operator's limit, and says that it was one", async () => {
    const url = database().server?.bounded ?? database().url;
    const failure = failureOf(await askQuery({ ...database(), url }, noRowYet));
    expect(failure.status).toBe(504);
    expect(failure.error).toContain("took too long");
  });
}

/** How the tests of silence read rows, and the proxy that they read through. */
interface Reading {
  readonly read: (changes?: Partial<SqlDatabase>) => Promise<Reply>;
  readonly proxy: () => FaultProxy;
}

function describeSilence(database: () => SqlDatabase, { read, proxy }: Reading): void {
  it("that falls silent is not waited for without end", async () => {
    const url = database().server?.hasty ?? database().url;
    const silences = [0, 60, 100_000].map(async (after) => {
      const silent = await startFaultProxy(database().server?.port ?? 0);
      Object.assign(silent, { fault: "silence", after });
      const account = database().server?.accountAt(silent.port) ?? {};
      const { status, code } = endingOf(await read({ url, account }));
      silent.stop();
      return { after, code: status === 200 ? code : status };
    });
    // Before the sign-in, during it, and among the rows.
    expect(await Promise.all(silences)).toEqual([0, 60, 100_000].map((after) => ({ after, code: 504 })));
  });

  it("that falls silent after any of its messages keeps no connection, also of those that only cancel", async () => {
    proxy().passedPieces = 0;
    await read();
    const last = isLong ? Math.min(proxy().passedPieces, 40) : 4;
    const all = Array.from({ length: last + 1 }, (_, pieces) => connectionsAfter(database(), pieces));
    expect(await Promise.all(all)).toEqual(all.map(() => 0));
  });
}

/** Reads from a server that falls silent after some pieces, and counts the connections to it once there is none, or a minute later. */
async function connectionsAfter(database: SqlDatabase, pieces: number): Promise<number> {
  const { server } = database;
  const silent = await startFaultProxy(server?.port ?? 0);
  silent.pieces = pieces;
  const behind = {
    ...database,
    url: server?.hasty ?? database.url,
    account: server?.accountAt(silent.port) ?? {},
  };
  const { status, body } = await askQuery(behind, "select * from long_rows");
  expect([200, 503, 504], `after ${pieces}: ${body}`).toContain(status);
  if (isLong) await askOptions(behind, "table").catch(() => undefined);
  await expect.poll(() => openConnections(silent.port), polling).toBe(0);
  silent.stop();
  return openConnections(silent.port);
}

/** Returns SQL for rows of 100 bytes, so that a fault may occur before, among and after them. */
function createSql({ types, literal }: SqlDialect): string {
  const text = literal("text", "x".repeat(100));
  const rows = Array.from({ length: rowCount }, (_, index) => `(${index}, ${text})`);
  return `create table long_rows (id int primary key, name ${types.text}); insert into long_rows values ${rows.join(",")};`;
}

/** Returns how a reply ended: the number of rows, and the code of the error or of the mark. */
function endingOf({ status, body }: Reply): { status: number; rows: number; code: unknown } {
  // An error is an object, rows are an array of objects; a mark has one member.
  const value = JSON.parse(body) as
    | { readonly code?: unknown }
    | readonly Record<string, { code?: unknown }>[];
  if (!("length" in value)) return { status, rows: 0, code: value.code };
  const mark = value.at(-1)?.["__streamError"];
  return { status, rows: mark === undefined ? value.length : value.length - 1, code: mark?.code };
}

/** Returns byte offsets in the sign-in, among the rows, and at the last bytes: every third, in the long form all. */
function places(total: number): readonly number[] {
  const signIn = Array.from({ length: 14 }, (_, index) => 1 + index * 49);
  const rows = Array.from({ length: 7 }, (_, index) => Math.floor((total * (index + 1)) / 8));
  const last = Array.from({ length: 9 }, (_, index) => total - 1 - index);
  return [...signIn, ...rows, ...last].filter((_, index) => isLong || index % 3 === 0);
}
