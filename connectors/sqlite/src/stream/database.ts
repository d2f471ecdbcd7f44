import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { EnginePool, type EngineProcess, type Frame } from "@wellhead/engine-process";
import type { ArrowType } from "@wellhead/rows";
import {
  type Context,
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  inputInvalid,
  type RowEncoding,
  upstreamTimeout,
} from "@wellhead/sdk";
import { type Catalogue, nameColumns, readTextEncoding, type TextEncodingName } from "@wellhead/sql";
import { DatabaseFiles } from "../account/database-files.js";
import type { SqliteOptions } from "../account/options.js";
import { type AskDatabase, readTable, type SqliteTable, sqliteCatalogue } from "../catalogue/catalogue.js";
import { explainError, type FileErrorContext } from "../errors/explain-error.js";
import { refuseFirstWord } from "../protocol/inspect-statement.js";
import type {
  ArrowEncoding,
  BoundValue,
  EngineRequest,
  OpenedRows,
  ResultColumn,
  RowsRequest,
} from "../protocol/messages.js";

/** The parts of a request that an engine needs. */
type Caller = Pick<Context<unknown>, "signal" | "caller" | "account">;

/** A statement and its file, as a path relative to the folder. */
export interface FileStatement extends Omit<RowsRequest, "file"> {
  readonly file: string;
}

const program = fileURLToPath(new URL("../protocol/engine.js", import.meta.url));
const fileField = "schema";
const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
/** Milliseconds after which an opened stream that nobody reads is ended. */
const startTimeout = 30_000;
/**
 * Maximum number of concurrent catalogue and query requests. They have their own pool, so they do not wait for streams.
 */
const maxQuestions = 4;

/** The database files of a connector and the engines that read them. */
export class Database {
  /** The files that may be read. */
  readonly files: DatabaseFiles;
  readonly #questions: EnginePool;
  readonly #streams: EnginePool;
  readonly #options: Pick<EngineRequest, "limits" | "textEncoding">;
  readonly #questionTimeout: number;
  readonly #streamTimeout: number;
  readonly #silence: number;

  /** @param options - The operator's options */
  constructor(options: SqliteOptions) {
    const {
      streamTimeout = 6 * 60 * 60 * 1000,
      silenceTimeout = 120_000,
      questionTimeout = 15_000,
    } = options;
    const { memoryLimit = 128 * mebibyte, temporaryLimit = 4 * gibibyte, maxStreams = 24 } = options;
    const engine = {
      program,
      temporaryLimit,
      computingLimit: Math.ceil(streamTimeout / 1000),
      queueTimeoutMs: 15_000,
    };
    this.files = new DatabaseFiles(resolve(options.path));
    this.#questions = new EnginePool({ ...engine, maxEngines: maxQuestions });
    this.#streams = new EnginePool({ ...engine, maxEngines: maxStreams });
    this.#options = { limits: { memory: memoryLimit }, textEncoding: encodingOf(options) };
    this.#questionTimeout = questionTimeout;
    this.#streamTimeout = streamTimeout;
    this.#silence = silenceTimeout;
  }

  /**
   * Returns the catalogue of all files.
   *
   * @param context - The request
   * @returns The catalogue
   */
  catalogue(context: Caller): Catalogue {
    return sqliteCatalogue({ files: () => this.files.list(), ...this.#reader(context) });
  }

  /**
   * Reads the shape of a table.
   *
   * @param context - The request
   * @param file - The file that contains it
   * @param table - Its name
   * @returns Its columns and the name of its row number
   */
  table(context: Caller, file: string, table: string): Promise<SqliteTable> {
    return readTable(this.#reader(context), { schema: file, table });
  }

  /**
   * Compiles a statement. Its first row is read only if a column has no declared type.
   *
   * @param context - The request
   * @param statement - The statement
   * @param errorContext - The context of errors
   * @returns Its columns
   */
  async describe(
    context: Caller,
    statement: FileStatement,
    errorContext: FileErrorContext,
  ): Promise<readonly ResultColumn[]> {
    const file = await this.files.find(statement.file, fileField);
    const { sql, parameters } = checked(statement, errorContext);
    const request = { kind: "describe", ...this.#options, file, sql, parameters } as const;
    // The cast is safe: the engine responds to this request with columns.
    const columns = (await this.#ask(context, request, errorContext)) as readonly ResultColumn[];
    const names = nameColumns(columns.map(({ name }) => name));
    return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  }

  /**
   * Streams the rows of a statement from an engine.
   *
   * @param context - The request
   * @param statement - The statement and the page
   * @param errorContext - The context of errors
   * @returns Encoded rows
   */
  async stream(
    context: Caller,
    statement: FileStatement,
    errorContext: FileErrorContext,
  ): Promise<EncodedRows> {
    const fullContext = { fileField, ...errorContext };
    const file = await this.files.find(statement.file, fileField);
    const request = { kind: "open", ...this.#options, ...checked(statement, fullContext), file } as const;
    const { engine, returnEngine } = await this.#streams.acquire(context);
    const unread = setTimeout(() => returnEngine(false), startTimeout);
    unread.unref();
    try {
      engine.send(request);
      const frame = await this.#within(engine, this.#questionTimeout, fullContext);
      // The cast is safe: the engine responds to this request with such an object.
      const { names, hasArrow } = JSON.parse(frame.payload.toString()) as OpenedRows;
      const columns = nameColumns(names);
      const stream = {
        engine,
        returnEngine,
        signal: context.signal,
        errorContext: fullContext,
        names: columns,
        isGeneratedSql: errorContext.statement === undefined,
      };
      const encode = (
        encoding: RowEncoding | ArrowEncoding,
        onTypes?: (types: readonly ArrowType[]) => void,
      ) => {
        clearTimeout(unread);
        return this.#rows(stream, encoding, onTypes);
      };
      let types: readonly ArrowType[] = [];
      const encodeArrow = () =>
        encode({ format: "arrow" }, (found) => {
          types = found;
        });
      return encodedRows({
        columns,
        encode,
        ...(hasArrow && { arrow: { types: () => types, encode: encodeArrow } }),
      });
    } catch (error) {
      clearTimeout(unread);
      returnEngine(false);
      throw reasonOf(context.signal) ?? explainError(error, fullContext);
    }
  }

  /** Kills all engines. */
  close(): void {
    this.#questions.close();
    this.#streams.close();
  }

  #reader(context: Caller) {
    return { ask: this.asker(context), textEncoding: this.#options.textEncoding };
  }

  /**
   * Returns a function that asks a file for facts of its catalogue.
   *
   * @param context - The request
   * @returns The function
   */
  asker(context: Caller): AskDatabase {
    return async (name: string, sql: string, parameters: readonly BoundValue[] = []): Promise<unknown> => {
      const file = await this.files.find(name, fileField);
      const errorContext = { action: "Could not read the catalogue", field: "table" };
      return this.#ask(context, { kind: "ask", ...this.#options, file, sql, parameters }, errorContext);
    };
  }

  async #ask(context: Caller, request: EngineRequest, errorContext: FileErrorContext): Promise<unknown> {
    const { engine, returnEngine } = await this.#questions.acquire(context);
    const { signal } = context;
    // After a statement that a person wrote or that failed, the library may keep the file locked. No one could write
    // the file while such an engine is idle, so the engine is ended.
    let isFit = false;
    try {
      engine.send(request);
      const { payload } = await this.#within(engine, this.#questionTimeout, errorContext);
      isFit = request.kind === "ask";
      const value: unknown = JSON.parse(payload.toString());
      return value;
    } catch (error) {
      throw reasonOf(signal) ?? explainError(error, { fileField, ...errorContext });
    } finally {
      returnEngine(isFit);
    }
  }

  async *#rows(
    stream: RunningStream,
    encoding: RowEncoding | ArrowEncoding,
    onTypes?: (types: readonly ArrowType[]) => void,
  ): AsyncGenerator<EncodedBatch> {
    const { engine, returnEngine, signal, errorContext, names, isGeneratedSql: isOurs } = stream;
    let isFit = false;
    const until = Date.now() + this.#streamTimeout;
    try {
      engine.send({ kind: "start", ...this.#options, encoding, names });
      for (;;) {
        const frame = await this.#within(engine, Math.min(this.#silence, until - Date.now()), errorContext);
        if (frame.kind === "end") break;
        // The cast is safe: the engine responds with the types before it sends record batches.
        if (frame.kind === "answer") onTypes?.(JSON.parse(frame.payload.toString()) as readonly ArrowType[]);
        else yield { bytes: frame.payload, rows: frame.rows };
      }
      // An engine that executed a person's statement is not reused.
      isFit = isOurs;
    } catch (error) {
      throw reasonOf(signal) ?? explainError(error, errorContext);
    } finally {
      returnEngine(isFit);
    }
  }

  /** Takes the next frame. Kills the engine if it takes too long. */
  async #within(engine: EngineProcess, time: number, { action }: FileErrorContext): Promise<Frame> {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        engine.kill();
      },
      Math.max(0, time),
    );
    try {
      return await engine.take();
    } catch (error) {
      throw isLate
        ? upstreamTimeout(`${action}: it took too long. Narrow the query.`, { cause: error })
        : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Returns the actual text encoding. It is `undefined` for UTF-8, because then the file's own declaration applies. */
function encodingOf({ encoding }: SqliteOptions): TextEncodingName | undefined {
  if (encoding === undefined) return undefined;
  const known = readTextEncoding(encoding);
  if (known === undefined)
    throw new TypeError(`Could not use the text encoding "${encoding}": it is not known.`);
  return known === "utf-8" ? undefined : known;
}

/** A stream that is being read. */
interface RunningStream {
  readonly engine: EngineProcess;
  readonly returnEngine: (isDone: boolean) => void;
  readonly signal: AbortSignal;
  readonly errorContext: FileErrorContext;
  /** Unique names of the columns. */
  readonly names: readonly string[];
  /** Whether the connector wrote the statement. */
  readonly isGeneratedSql: boolean;
}

/**
 * Rejects text that contains NUL, because the library would truncate it there, and what the engine would refuse by its
 * first word, so that no engine is started for it.
 */
function checked(statement: FileStatement, { action, field }: FileErrorContext): FileStatement {
  const texts = [statement.sql, ...statement.parameters];
  if (texts.some((text) => typeof text === "string" && text.includes("\0")))
    throw inputInvalid(`${action}: the text has a NUL character. Remove it.`, { field });
  const refusal = refuseFirstWord(statement.sql);
  if (refusal === undefined) return statement;
  throw inputInvalid(`${action}: ${refusal.message}.`, { field, cause: refusal });
}

function reasonOf(signal: AbortSignal): Error | undefined {
  if (!signal.aborted) return undefined;
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
