import { didYouMean } from "@wellhead/contract/names";
import {
  defaultMaxRequests,
  IncompleteReadingError,
  type LoadedReading,
  type LoadReadingsOptions,
  loadReadings,
  MissingFilterError,
  type PlannedReading,
  planReadings,
  RequestLimitError,
  Results,
  ResultsError,
  type ResultTable,
  type StatementReads,
  UnfitValueError,
} from "@wellhead/results";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { withoutIncrementalMarking } from "../command-line/incremental-marking.js";
import { checkOutputPath, refuseExisting } from "../read/pull/outputs/open-output.js";
import { Progress } from "../read/pull/progress.js";
import { explainReadings } from "../read/sql/explain-readings.js";
import {
  accountOf,
  type NamedConnector,
  type OpenConnectorsOptions,
  type OpenedConnectors,
  openConnectors,
  queriedConnector,
  readGivenConnector,
} from "../read/sql/named-connectors.js";
import { readTableFilters } from "../read/sql/read-table-filters.js";
import { readTableTypes, warnOfUndeclaredColumns } from "../read/sql/read-table-types.js";
import { typeFiles } from "../read/sql/type-file.js";
import { exportAnswer, printAnswer, readFormat } from "../read/sql/write-answer.js";
import { printableText } from "../terminal/printable-text.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

const defaultMemoryMiB = 1024;
const defaultTimeSeconds = 600;

/**
 * Runs `wellhead sql`: runs SQL over the rows of any connectors.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runSql(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const path = commandLine.value("output") === "-" ? undefined : commandLine.value("output");
  checkOutputPath(path);
  if (!commandLine.has("force")) await refuseExisting(path, terminal);
  const format = readFormat(commandLine, terminal);
  const stop = watchStopSignals();
  let results: Results | undefined;
  try {
    results = await openResults(commandLine, stop);
    const [statement = ""] = commandLine.operands;
    const progress = new Progress(terminal.notes);
    const answered = await answer(statement, { commandLine, terminal, stop, results, progress });
    if (answered === undefined) return "success";
    progress.clear();
    if (path === undefined)
      await printAnswer(answered.table, { format, isWide: commandLine.has("wide"), terminal });
    else await exportAnswer(answered.table, path, terminal);
    if (commandLine.has("json") && path !== undefined)
      await write(terminal.stdout, `${JSON.stringify({ file: path, rows: answered.table.rowCount })}\n`);
    else progress.finish(path, answered.table.rowCount);
    const partial = answered.loaded.flatMap(({ incomplete }) => incomplete ?? []);
    for (const warning of answered.loaded.flatMap(warningsOf))
      await write(terminal.notes, `Warning: ${printableText(warning)}\n`);
    for (const { message } of partial) await write(terminal.notes, `Warning: ${printableText(message)}\n`);
    return partial[0]?.ending ?? "success";
  } catch (error) {
    throw await explain(error, stop);
  } finally {
    stop.end();
    await results?.close();
  }
}

/** Returns what the user must know of a source besides the result. */
function warningsOf({ reading, unfit, omitted }: LoadedReading): readonly string[] {
  const table = `${reading.connection.name}."${reading.source.id}"`;
  return [
    ...unfit.map(
      ({ key, declared, count, first }) =>
        `${count === 1 ? "1 value" : `${count} values`} of "${key}" of ${table} ${count === 1 ? "does" : "do"} not fit the type ${declared} and became NULL, the first is ${first}.`,
    ),
    ...(omitted.length === 0
      ? []
      : [
          `${table} does not declare all members of its rows. SELECT * does not contain ${omitted.map((name) => `"${name}"`).join(", ")}. Name them to read them.`,
        ]),
  ];
}

interface AnswerOptions {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly stop: StopWatch;
  readonly results: Results;
  readonly progress: Progress;
}

/** Reads the sources and runs the query. Returns `undefined` if the requests are only explained. */
async function answer(
  statement: string,
  { commandLine, terminal, stop, results, progress }: AnswerOptions,
): Promise<{ readonly table: ResultTable; readonly loaded: readonly LoadedReading[] } | undefined> {
  const { signal } = stop;
  const reads = await results.inspect(statement);
  const { connectors: named, close } = await findConnectors(reads, { commandLine, terminal, signal });
  try {
    return await read(statement, { reads, named, commandLine, terminal, signal, results, progress });
  } finally {
    await close();
  }
}

/** Opens the connectors that the statement may name. */
async function findConnectors(
  { tables }: StatementReads,
  options: OpenConnectorsOptions,
): Promise<OpenedConnectors> {
  const given = options.commandLine.values("connect").map(readGivenConnector);
  if (given.length > 0) return openConnectors(given, options);
  const config = options.commandLine.value("config");
  // Loads the server, which is not needed for a command whose connectors are addresses.
  const { loadConfig } = await import("../serve/load-config.js");
  const hasConfig = tables.length > 0 && (await loadConfig(options.terminal.directory, config)) !== undefined;
  return hasConfig ? openConnectors([], options) : { connectors: [], close: () => Promise.resolve() };
}

interface ReadOptions extends OpenConnectorsOptions, Pick<AnswerOptions, "results" | "progress"> {
  readonly reads: StatementReads;
  readonly named: readonly NamedConnector[];
}

async function read(
  statement: string,
  { reads, named, commandLine, terminal, signal, results, progress }: ReadOptions,
): ReturnType<typeof answer> {
  const validates = !commandLine.has("no-validate");
  const memory = typeFiles(terminal.env);
  const warnings: string[] = [];
  const readings = await planReadings(reads, {
    connectors: named.map((connector) =>
      queriedConnector(connector, terminal, validates && !commandLine.has("explain")),
    ),
    filters: (tables) => readTableFilters(commandLine.values("filter"), tables),
    types: (tables) => {
      const types = readTableTypes(commandLine.values("type"), tables);
      for (const [index, { source }] of tables.entries())
        warnings.push(
          ...warnOfUndeclaredColumns(
            Object.keys(types[index] ?? {}).filter((id) => id !== "*"),
            source,
          ),
        );
      return types;
    },
    memory,
    signal,
  });
  for (const warning of warnings) await write(terminal.notes, `${warning}\n`);
  const maxRequests = commandLine.count("max-requests") ?? defaultMaxRequests;
  if (commandLine.has("explain")) {
    await write(terminal.stdout, explainReadings(readings, named, { validates, maxRequests }));
    return undefined;
  }
  const options: LoadReadingsOptions = {
    results,
    signal,
    validates,
    maxRequests,
    allowsPartial: commandLine.has("allow-partial"),
    unfit: commandLine.value("unfit") === "null" ? "null" : "refuse",
    memory,
    onAccount: async ({ name, account = {} }, valid) => {
      const connector = named.find((one) => one.name === name);
      await (connector && accountOf(connector, terminal))?.keep(account, valid);
    },
    onBatch: (rows, bytes) => progress.add(rows, bytes),
  };
  const loaded = await withoutIncrementalMarking(() => loadReadings(readings, options));
  return { table: await query(statement, results, readings), loaded };
}

/**
 * Runs the query. An error about a column lists all declared columns, because the engine knows only the loaded ones.
 */
async function query(
  statement: string,
  results: Results,
  readings: readonly PlannedReading[],
): Promise<ResultTable> {
  try {
    return await results.query(statement);
  } catch (error) {
    if (!(error instanceof ResultsError && /column .* not found|not have a column/i.test(error.message)))
      throw error;
    const details = readings
      .filter(({ declared }) => declared.length > 0)
      .map(
        ({ connection, source, declared }) =>
          `Columns of ${connection.name}."${source.id}": ${declared.map(({ id }) => id).join(", ")}`,
      );
    const name = /column (?:named )?"([^"]*)"/i.exec(error.message)?.[1] ?? "";
    const known = readings.flatMap(({ declared }) => declared.map(({ id }) => id));
    const message = error.message.replace(/\.? Candidate bindings: .*/, ".");
    throw new CommandError("usage", `${message}${didYouMean(name, known)}`, {
      cause: error,
      details,
    });
  }
}

function openResults(commandLine: Arguments, { signal }: StopWatch): Promise<Results> {
  const memory = commandLine.count("memory", 2 ** 24) ?? defaultMemoryMiB;
  const seconds = commandLine.count("time-limit", 2 ** 20) ?? defaultTimeSeconds;
  return Results.open({
    maxMemory: Math.max(64, memory) * 2 ** 20,
    timeoutMs: Math.max(1, seconds) * 1000,
    signal,
  });
}

const exitOf = { statement: "usage", limit: "limited", engine: "limited", file: "unwritable" } as const;

async function explain(error: unknown, stop: StopWatch): Promise<unknown> {
  const reason = stop.reason();
  if (reason !== undefined)
    return new CommandError(reason, "Could not run the query: it was stopped before its result.", {
      cause: error,
    });
  const options = { cause: error };
  if (error instanceof IncompleteReadingError)
    return new CommandError(
      error.ending,
      `${error.message} Try again, or query the rows that arrived with --allow-partial.`,
      options,
    );
  if (error instanceof MissingFilterError)
    return new CommandError(
      "usage",
      `Could not read ${error.connector}."${error.source}": its filter "${error.field}" is required. Add --filter '${error.connector}.${error.source}.${error.field}=…', or compare its column "${error.field}" in a join or in WHERE.`,
      options,
    );
  if (error instanceof RequestLimitError)
    return new CommandError(
      "limited",
      error.message.replace("raise the maximum.", `allow them with --max-requests ${error.requestCount}.`),
      options,
    );
  if (error instanceof UnfitValueError)
    return new CommandError(
      "usage",
      error.message.replace(
        /Read the column as text.*$/,
        `Read the column as text with --type '${error.connector}.${error.source}.${error.column}=text', or such values as NULL with --unfit null.`,
      ),
      options,
    );
  if (error instanceof ResultsError) {
    const { code, message, unknown } = error;
    const near = unknown === undefined ? "" : didYouMean(unknown.name, unknown.known);
    return new CommandError(exitOf[code], `${message}${near}`, options);
  }
  // Loaded only for an error: a query without dates does not need the code of dates.
  const { isDateRangeError } = await import("@wellhead/contract/dates");
  return isDateRangeError(error) ? new CommandError("unreadableDate", error.message, options) : error;
}
