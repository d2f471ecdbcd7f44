import {
  type AnyAccount,
  type Columns,
  type Context,
  date,
  didYouMean,
  type EncodedRows,
  encodedRows,
  type Field,
  inputInvalid,
  isConnectorError,
  list,
  type MakeSource,
  multiList,
  type RowOf,
  type Source,
} from "@wellhead/sdk";
import { makeRowSink, ObjectSink, type RowColumns } from "../rows/row-sink.js";
import type { Stream } from "../specification/stream.js";
import { StreamReading } from "../tool/stream-reading.js";
import type { OpenTool } from "./open-tool.js";

type Values = Readonly<Record<string, unknown>>;
type FilterContext = Context & { readonly filter: Values };
type ReadContext = FilterContext & { readonly limit: number | undefined; readonly skip: number };

/** Fields of the filter. No property of a configuration has such a name. */
const columnsField = "columns";
const startField = "start";
const streamField = "stream";

/**
 * Creates the source of a stream that is known.
 *
 * @param make - Creates a source
 * @param open - The program
 * @param stream - The stream
 * @returns The source
 */
export function knownSource(make: MakeSource<AnyAccount>, open: OpenTool, stream: Stream): Source {
  const columns = shownColumns(open, stream);
  const hasColumns = Object.keys(columns).length > 0;
  return make({
    name: stream.id,
    ...descriptionOf(stream),
    filter: filterOf(open, () => Promise.resolve(stream)),
    sharedFilter: open.start === undefined ? [] : [startField],
    ...(hasColumns && { fields: (context) => Promise.resolve(chosenColumns(open, stream, context.filter)) }),
    ...(hasColumns && stream.key !== undefined && { key: stream.key }),
    validateFilter: ({ filter }) => {
      chosenColumns(open, stream, filter);
      return Promise.resolve();
    },
    rows: (context) => readRows(open, stream, context),
  });
}

/**
 * Creates the source of a stream that is known by its name only, because every account may have other columns.
 *
 * @param make - Creates a source
 * @param open - The program
 * @param id - Id of the stream
 * @returns The source
 */
export function namedSource(make: MakeSource<AnyAccount>, open: OpenTool, id: string): Source {
  return make({ name: id, ...laterMembers(open, () => id) });
}

/**
 * Creates the source in which a person chooses the stream.
 *
 * @param make - Creates a source
 * @param open - The program
 * @returns The source
 */
export function chosenSource(make: MakeSource<AnyAccount>, open: OpenTool): Source {
  const chosen = laterMembers(open, (filter) => String(filter[streamField]));
  const field = list({
    title: "Stream",
    options: async (context) =>
      (await open.streams(context)).map((stream) => ({ title: stream.id, value: stream.id })),
  });
  return make({
    name: "Stream",
    description: "The records of a stream of your choice",
    ...chosen,
    filter: { [streamField]: field, ...chosen.filter },
    sharedFilter: [streamField, ...chosen.sharedFilter],
  });
}

/** Rows with the values that the program sends. */
type StreamRows = EncodedRows | AsyncIterable<readonly RowOf<Columns>[]>;

interface Members {
  readonly synchronization: (context: FilterContext) => Promise<{ readonly key?: readonly string[] }>;
  readonly validateFilter: (context: FilterContext) => Promise<void>;
  readonly rows: (context: ReadContext) => Promise<StreamRows>;
  readonly filter: Readonly<Record<string, Field>>;
  readonly sharedFilter: readonly string[];
  readonly fields: (context: FilterContext) => Promise<Columns>;
}

/** Members of a source whose stream is found with the account of a request. */
function laterMembers(open: OpenTool, idOf: (filter: Values) => string): Members {
  const find = (context: FilterContext): Promise<Stream> => open.stream(idOf(context.filter), context);
  return {
    filter: filterOf(
      open,
      (context) => open.stream(idOf(context.dependsOn), context),
      idOf({ [streamField]: "" }) === "",
    ),
    sharedFilter: open.start === undefined ? [] : [startField],
    fields: async (context) => chosenColumns(open, await find(context), context.filter),
    synchronization: async (context) => {
      const { key } = await find(context);
      return key === undefined ? {} : { key };
    },
    validateFilter: async (context) => {
      chosenColumns(open, await find(context), context.filter);
    },
    rows: async (context) => readRows(open, await find(context), context),
  };
}

type OptionsContext = Context & { readonly dependsOn: Readonly<Record<string, string>> };

/** Returns what a program can do itself: columns to read, and the start. All else is done with the rows. */
function filterOf(
  open: OpenTool,
  find: (context: OptionsContext) => Promise<Stream>,
  isChosen = false,
): Readonly<Record<string, Field>> {
  return {
    [columnsField]: multiList({
      title: "Columns",
      description: "Default: all",
      ...(isChosen && { requires: [streamField] }),
      options: async (context) =>
        Object.keys(shownColumns(open, await find(context))).map((id) => ({ title: id, value: id })),
      optional: true,
    }),
    ...(open.start !== undefined && {
      [startField]: date({
        title: "Start",
        description: "From when the program reads, instead of the start of the account",
        optional: true,
      }),
    }),
  };
}

function descriptionOf({ described }: Stream): { readonly description?: string } {
  const { description } = described;
  return typeof description === "string" && description !== "" ? { description } : {};
}

function shownColumns(open: OpenTool, { columns }: Stream): Columns {
  const hidden = open.options.hide ?? [];
  return Object.fromEntries(Object.entries(columns).filter(([id]) => !hidden.includes(id)));
}

/** Returns the columns that a person has chosen, in the order of the stream. */
function chosenColumns(open: OpenTool, stream: Stream, filter: Values): Columns {
  const shown = shownColumns(open, stream);
  const chosen = chosenNames(filter);
  if (chosen.length === 0) return shown;
  const wrong = chosen.find((id) => !Object.hasOwn(shown, id));
  if (wrong === undefined)
    return Object.fromEntries(Object.entries(shown).filter(([id]) => chosen.includes(id)));
  const near = didYouMean(wrong, Object.keys(shown));
  throw inputInvalid(`Could not read "${wrong}": the stream "${stream.id}" has no such column.${near}`, {
    field: columnsField,
  });
}

function chosenNames(filter: Values): readonly string[] {
  // The field is a list of texts that the form has read.
  return (filter[columnsField] ?? []) as readonly string[];
}

function readRows(open: OpenTool, stream: Stream, context: ReadContext): StreamRows {
  const { filter, skip, limit } = context;
  const columns = Object.keys(chosenColumns(open, stream, filter));
  const kept: RowColumns = { columns, keeps: keptMembers(open, filter, columns) };
  if (columns.length === 0) return objectRows(open, stream, { context, kept });
  return encodedRows({
    columns,
    async *encode(encoding) {
      const reading = await startReading(open, stream, context);
      yield* checkedRows(open, context, reading.rows(makeRowSink(encoding, kept), { skip, limit }));
    },
  });
}

/** Returns which members rows keep; `undefined` when they keep all. */
function keptMembers(open: OpenTool, filter: Values, columns: readonly string[]): RowColumns["keeps"] {
  const { hide = [] } = open.options;
  if (chosenNames(filter).length > 0) return (name) => columns.includes(name);
  return hide.length === 0 ? undefined : (name) => !hide.includes(name);
}

interface ObjectRowsOptions {
  readonly context: ReadContext;
  readonly kept: RowColumns;
}

/** Reads a stream whose columns are unknown. The service applies the range, and finds the columns. */
async function* objectRows(
  open: OpenTool,
  stream: Stream,
  { context, kept }: ObjectRowsOptions,
): AsyncGenerator<readonly RowOf<Columns>[]> {
  const reading = await startReading(open, stream, context);
  const found = reading.rows(new ObjectSink(kept.keeps), { skip: 0, limit: undefined });
  for await (const rows of checkedRows(open, context, found)) {
    // Nothing is known of the columns, so that any value fits.
    yield rows as readonly RowOf<Columns>[];
  }
}

/** Checks the account if reading fails before the first row, because a program may not say why it has ended. */
async function* checkedRows<Batch>(
  open: OpenTool,
  context: ReadContext,
  batches: AsyncGenerator<Batch>,
): AsyncGenerator<Batch> {
  let isFirst = true;
  try {
    for await (const batch of batches) {
      isFirst = false;
      yield batch;
    }
  } catch (error) {
    if (isFirst && isConnectorError(error) && error.code === "upstream_invalid")
      await open.tool.check(open.requestOf(context.account), context);
    throw error;
  }
}

async function startReading(open: OpenTool, stream: Stream, context: ReadContext): Promise<StreamReading> {
  const start = context.filter[startField];
  const asked = open.requestOf(context.account, typeof start === "string" ? start : undefined);
  const { request, protocol } = open.tool.prepare({
    ...asked,
    stream,
    isIncremental: false,
    state: undefined,
  });
  const run = await open.runner.start(request, context);
  return new StreamReading(run, {
    protocol,
    onConfig: (config) => open.remember(context.account, config),
  });
}
