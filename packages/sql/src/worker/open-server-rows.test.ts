import { Buffer } from "node:buffer";
import { type WrittenColumn, writeCsvText, writeJsonText } from "@wellhead/rows";
import { describe, expect, it } from "vitest";
import { openServerRows, type RowsProtocol } from "./open-server-rows.js";
import type { RowsOfServer } from "./rows-of-server.js";
import type { RunningJob, StreamJob } from "./stream-job.js";

interface Session {
  readonly ended: boolean;
  readonly host: string;
  close(): void;
}

const credentials = { host: "db.example", port: 1, user: "ada", password: "right", database: "d" };
const host = {
  credentials,
  target: { name: "db.example", addresses: ["192.0.2.1"], port: 1 },
} as unknown as StreamJob<string>["hosts"]["hosts"][number]; // the fake protocol reads nothing else
const job: StreamJob<string> = {
  hosts: { hosts: [host], failures: [] },
  begin: "BEGIN",
  statement: { sql: "SELECT 1", parameters: [] },
  skip: 1,
  limit: 2,
  silence: 3,
  errorContext: { host: "db.example" } as unknown as StreamJob<string>["errorContext"], // passed on as it is
};

const columns: readonly WrittenColumn[] = [{ name: "v", json: writeJsonText, csv: writeCsvText }];

/** Rows "a" and "b" of a server. */
const rows: RowsOfServer = {
  action: "Read t",
  columns: ["v"],
  skip: 0,
  limit: undefined,
  silence: 60_000,
  received: 2,
  start: () => Promise.resolve(columns),
  run: (take) => {
    for (const text of ["a", "b"]) take({ bytes: Buffer.from(text), start: 0, end: 1 });
    return Promise.resolve();
  },
  write: (writer, { bytes, start, end }) => {
    writer.begin(end - start);
    writer.target.read(bytes);
    writer.cell(0, start, end);
    writer.end();
  },
  pause: () => undefined,
  resume: () => undefined,
  end: () => Promise.resolve(),
  explain: (error) => error,
};

/** A protocol that records its calls. */
function recorded(changes: Partial<RowsProtocol<Session, string, string | null>> = {}) {
  const calls: unknown[] = [];
  const protocol: RowsProtocol<Session, string, string | null> = {
    open: async ({ target }) => {
      calls.push("open");
      return await Promise.resolve({
        ended: false,
        host: target.name,
        close: () => void calls.push("close"),
      });
    },
    isUnreachable: () => false,
    explain: (error, context) => Object.assign(new Error("explained", { cause: error }), { context }),
    prepare: async (session, running) => {
      calls.push(["prepare", session.host, running]);
      return await Promise.resolve(rows);
    },
    cancel: async (session, { credentials: user }) => {
      calls.push(["cancel", session.host, user]);
      await Promise.resolve();
    },
    ...changes,
  };
  return { protocol, calls };
}

const { hosts: _hosts, ...statement } = job;
const running: RunningJob<string> = { ...statement, host };
const prepared = ["prepare", "db.example", running];
const cancelled = ["cancel", "db.example", credentials];

describe("openServerRows()", () => {
  it("prepares the statement at the server it has signed in to, and encodes its rows", async () => {
    const { protocol, calls } = recorded();
    const opened = await openServerRows(job, new AbortController().signal, protocol);
    expect(calls).toEqual(["open", prepared]);
    expect(opened.columns).toEqual(["v"]);
    const read: string[] = [];
    for await (const batch of opened.encode({ format: "json", separator: "," }))
      read.push(Buffer.from(batch.bytes).toString());
    expect(read.join(",")).toBe('{"v":"a"},{"v":"b"}');
  });

  it("cancels the statement once when the reader leaves, even while it signs in", async () => {
    const { protocol, calls } = recorded();
    const later = new AbortController();
    await openServerRows(job, later.signal, protocol);
    later.abort();
    later.signal.dispatchEvent(new Event("abort"));
    expect(calls).toEqual(["open", prepared, cancelled]);
    const early = new AbortController();
    const { protocol: slow, calls: others } = recorded({
      open: async ({ target }) => {
        early.abort();
        return await Promise.resolve({ ended: false, host: target.name, close: () => undefined });
      },
    });
    await openServerRows(job, early.signal, slow);
    expect(others[0]).toEqual(cancelled);
  });

  it("closes the session and explains the error when the statement cannot be prepared", async () => {
    const fault = new Error("no such table");
    const { protocol, calls } = recorded({ prepare: () => Promise.reject(fault) });
    const opening = openServerRows(job, new AbortController().signal, protocol);
    await expect(opening).rejects.toMatchObject({
      message: "explained",
      cause: fault,
      context: job.errorContext,
    });
    expect(calls).toEqual(["open", "close"]);
  });

  it("explains the error when no session can be opened", async () => {
    const { protocol } = recorded({ open: () => Promise.reject(new Error("refused")) });
    await expect(openServerRows(job, new AbortController().signal, protocol)).rejects.toMatchObject({
      message: "explained",
      cause: { message: "refused" },
    });
  });
});
