import { createRequire } from "node:module";
import {
  type Asker,
  allocatorSetting,
  EngineError,
  EnginePool,
  type EngineProcess,
  type Frame,
} from "@wellhead/engine-process";
import {
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  inputInvalid,
  isConnectorError,
  type RowEncoding,
  type RowsContext,
  upstreamTimeout,
} from "@wellhead/sdk";
import { bytesOf } from "../engine/bytes-of.js";
import { engineError } from "../engine/engine-error.js";
import type { FileStorage } from "../folder/file-storage.js";
import { columnTypeMismatch } from "../tables/column-type-mismatch.js";
import { type OpenTable, openTable, type ReadableTable, type Table } from "../tables/table.js";
import { refused, type SqlRequest, type SqlView } from "./messages.js";

/** What the engines read, and their limits. */
export interface SqlEnginesOptions {
  /** Maximum memory of one engine, in the engine's notation. */
  readonly memoryLimit: string;
  /** Maximum seconds until the next rows. */
  readonly timeLimit: number;
  /** Maximum number of statements that run at once. */
  readonly maxStatements: number;
  /** Folder of the stand-ins and copies of files. */
  readonly folder: string;
  readonly storage: FileStorage;
  /** Finds the table of a source. */
  readonly table: (name: string) => Promise<{ readonly id: string; readonly table: Table } | undefined>;
}

/** Maximum characters of a statement. The time to prepare one grows with the square of its length. */
const maxSqlLength = 50_000;
/** Maximum milliseconds a statement waits in the queue. */
const queueTimeoutMs = 15_000;
/** Milliseconds within which the caller must start to read the rows; otherwise the engine is released. */
const unreadTimeoutMs = 30_000;
/**
 * Minimum timeout in seconds for starting an engine and preparing a statement on a busy machine, even if the limit for
 * rows is lower.
 */
const questionSeconds = 30;
/** Seconds of CPU time after which an engine process ends, in case the service is gone. */
const maxComputingSeconds = 6 * 60 * 60;
/** Memory of a process in addition to that of its engine, in bytes. */
const processBytes = 640 * 2 ** 20;

const field = "sql";
const action = "Could not run the SQL";
// Resolved through the package, so that the compiled file is used even when the sources run directly.
const program = createRequire(import.meta.url).resolve("@wellhead/files/sql-program");

/** An engine that a single statement uses exclusively, and the tables that the statement names. */
interface LeasedEngine {
  readonly engine: EngineProcess;
  readonly tables: readonly OpenTable[];
  /** Ends the use of the engine and of the tables. */
  readonly release: () => void;
}

/** Runs the users' SQL. Each statement runs in a process of its own, which has system limits and can be killed. */
export class SqlEngines {
  readonly #options: SqlEnginesOptions;
  readonly #pool: EnginePool;

  /** @param options - What the engines read, and their limits */
  constructor(options: SqlEnginesOptions) {
    this.#options = options;
    this.#pool = new EnginePool({
      program,
      env: allocatorSetting(),
      temporaryLimit: 0,
      computingLimit: maxComputingSeconds,
      dataLimit: bytesOf(options.memoryLimit) + processBytes,
      maxEngines: options.maxStatements,
      queueTimeoutMs,
    });
  }

  /**
   * Checks a statement without running it.
   *
   * @param sql - What the user typed
   * @param context - The request
   * @throws ConnectorError `invalid_field` on the field `sql` with the engine's message and the position in the text
   */
  async check(sql: string, context: Asker): Promise<void> {
    const { release } = (await this.#open(sql, context)).lent;
    release();
  }

  /**
   * Runs a statement.
   *
   * @param sql - What the user typed
   * @param context - The request
   * @returns Its rows
   * @throws ConnectorError `invalid_field` on the field `sql` when it cannot be run
   */
  async rows(
    sql: string,
    context: Asker & Pick<RowsContext<unknown, never>, "limit" | "skip">,
  ): Promise<EncodedRows> {
    const opened = await this.#open(sql, context);
    const unread = setTimeout(opened.lent.release, unreadTimeoutMs);
    unread.unref();
    return encodedRows({
      columns: opened.columns,
      encode: (encoding) => {
        clearTimeout(unread);
        return this.#rows(opened, encoding, context);
      },
    });
  }

  /** Closes all engines. */
  close(): void {
    this.#pool.close();
  }

  async #open(
    sql: string,
    asker: Asker,
  ): Promise<{ readonly lent: LeasedEngine; readonly columns: readonly string[] }> {
    const { signal } = asker;
    if (sql.length > maxSqlLength) {
      throw inputInvalid(`${action}: it has more than ${maxSqlLength} characters. Shorten it.`, { field });
    }
    const { engine, returnEngine } = await this.#pool.acquire(asker);
    // An engine in which a statement was opened is never reused.
    let isFit = true;
    const tables: OpenTable[] = [];
    const release = (): void => {
      for (const { close } of tables.splice(0)) close();
      returnEngine(isFit && !engine.isLost);
    };
    try {
      const views: SqlView[] = [];
      for (const name of await this.#ask(engine, { kind: "inspect", sql })) {
        const { id, table } = await this.#find(name);
        const opened = await openTable(table, { storage: this.#options.storage, signal });
        tables.push(opened);
        const { files, select } = opened;
        if (select !== undefined) views.push({ id, select, paths: files.map(({ path }) => path) });
      }
      const { memoryLimit, folder } = this.#options;
      isFit = false;
      const columns = await this.#ask(engine, { kind: "open", sql, views, limits: { memoryLimit, folder } });
      return { lent: { engine, tables, release }, columns };
    } catch (error) {
      release();
      throw this.#explain(error, signal);
    }
  }

  async #find(name: string): Promise<{ readonly id: string; readonly table: ReadableTable }> {
    const found = await this.#options.table(name);
    if (found === undefined) {
      throw inputInvalid(`${action}: there is no source "${name}". Name a source of this connector.`, {
        field,
      });
    }
    const { id, table } = found;
    if ("fault" in table) throw table.fault;
    return { id, table };
  }

  async *#rows(
    { lent }: { readonly lent: LeasedEngine },
    encoding: RowEncoding,
    { signal, limit, skip }: Pick<RowsContext<unknown, never>, "signal" | "limit" | "skip">,
  ): AsyncGenerator<EncodedBatch> {
    const { engine, tables, release } = lent;
    try {
      const request: SqlRequest = { kind: "start", encoding, limit, skip };
      engine.send(request);
      for (;;) {
        const frame = await next(engine, this.#options.timeLimit);
        if (frame.kind === "end") break;
        yield { bytes: frame.payload, rows: frame.rows };
      }
      await this.#check(tables);
    } catch (error) {
      if (isMisreadFile(error)) await this.#check(tables);
      throw this.#explain(error, signal);
    } finally {
      release();
    }
  }

  /** Checks that files are complete, are what their first rows showed, and have not changed in the meantime. */
  async #check(tables: readonly OpenTable[]): Promise<void> {
    for (const table of tables) await table.check();
    await this.#options.storage.checkUnchanged(tables.flatMap(({ files }) => files));
  }

  async #ask(engine: EngineProcess, request: SqlRequest): Promise<readonly string[]> {
    engine.send(request);
    const frame = await next(engine, Math.max(this.#options.timeLimit, questionSeconds));
    // The program answers these requests with a list of names.
    return JSON.parse(frame.payload.toString()) as readonly string[];
  }

  #explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (isConnectorError(error) || !(error instanceof EngineError)) return error;
    const { code, message } = error.fault;
    if (code === refused) return inputInvalid(`${action}: ${message}.`, { field });
    const isEnded = code.startsWith("ENGINE_");
    if (isEnded || /^Out of Memory|std::bad_alloc|allocat/i.test(message)) {
      const { memoryLimit } = this.#options;
      const reason = isEnded
        ? "the engine ended, as it does when a query takes too much"
        : `it needs more than the ${memoryLimit} of memory it may use`;
      return inputInvalid(`${action}: ${reason}. Narrow the query.`, { field, cause: error });
    }
    return engineError(new Error(message), { action, field });
  }
}

/** Returns whether a statement failed because a file is not what its first rows showed, and not by itself. */
function isMisreadFile(error: unknown): boolean {
  return error instanceof EngineError && columnTypeMismatch(new Error(error.fault.message)) !== undefined;
}

/** Returns the next frame, and kills an engine that takes too long. */
async function next(engine: EngineProcess, seconds: number): Promise<Frame> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    engine.kill();
  }, seconds * 1000);
  try {
    return await engine.take();
  } catch (error) {
    if (!isLate) throw error;
    throw upstreamTimeout(`${action}: no further row came within ${seconds} seconds. Narrow the query.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
