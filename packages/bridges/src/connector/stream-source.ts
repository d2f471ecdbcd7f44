import {
  type AnyAccount,
  type Changes,
  type Columns,
  type Context,
  date,
  type Field,
  list,
  type MakeSource,
  multiList,
  type RowKey,
  type Source,
  type Synchronization,
} from "@wellhead/sdk";
import type { Stream } from "../specification/stream.js";
import type { OpenTool } from "./open-tool.js";
import { chosenColumns, columnsField, shownColumns, type Values } from "./stream-columns.js";
import {
  changesOf,
  deletedKeys,
  type FilterContext,
  isSynchronized,
  knowsChanges,
  type ReadContext,
  readRows,
  type StreamRows,
  startField,
  synchronizationOf,
} from "./stream-rows.js";

/** Field of the filter with the stream to read. */
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
    ...(hasColumns && stream.key !== undefined && synchronizationOf(open, stream)),
    ...(hasColumns &&
      isSynchronized(stream) && {
        knowsChanges: (context) => knowsChanges(open, stream, context),
        deleted: (context) => deletedKeys(open, stream, context),
      }),
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

type ChangesContext = FilterContext & { readonly since: string };

interface Members {
  readonly changes: Changes;
  readonly synchronization: (context: FilterContext) => Promise<Synchronization>;
  readonly knowsChanges: (context: ChangesContext) => Promise<boolean>;
  readonly deleted: (context: ChangesContext) => Promise<readonly RowKey[]>;
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
    // What is computed below counts. Without it, a source may not have deletions.
    changes: changesOf(open),
    synchronization: async (context) => synchronizationOf(open, await find(context)),
    knowsChanges: async (context) => knowsChanges(open, await find(context), context),
    deleted: async (context) => deletedKeys(open, await find(context), context),
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
