import type { Context, WithHttp } from "../context/context.js";
import type { CellTypes, Columns, Fields, RowOf, ValuesOf } from "../fields/field.js";
import type { FileContent, FileRange } from "../http/file-content.js";
import type { EncodedRows, Rows } from "../rows/rows.js";
import type { AnyAccount, KnownAccount } from "../values/any-account.js";
import type { DurationText } from "./duration.js";

/** Members of a source that do not depend on its filter and columns. */
export interface SourceMembers {
  /** Display name. */
  readonly name: string;
  /** Sentence shown below the name. Default: empty. */
  readonly description?: string;
  /** Search keywords. */
  readonly tags?: readonly string[];
  /** Whether the platform preselects it. Default: `false`. */
  readonly default?: boolean;
  /** Whether `rows` applies `limit` and `skip` itself. Default: `false`; the server applies them. */
  readonly pages?: boolean;
}

/** How a source finds the rows that have changed since an instant. */
export interface Changes<Column extends string = string> {
  /** Date column whose value increases with every change of a row. */
  readonly by: Column;
  /**
   * How far before the last run to start, because a change may become visible later than changes that were made after
   * it. Default: `6 h`.
   */
  readonly lookback?: DurationText;
  /**
   * How often a run reads all rows although it could read only the changes. This finds deletions if `deleted` is
   * missing. Default: never.
   */
  readonly fullEvery?: DurationText;
}

/** A row's key: the values of its key columns by column id. */
export type RowKey = Readonly<Record<string, unknown>>;

/** Keys of deleted rows: one batch or a stream of batches. */
export type DeletedKeys = readonly RowKey[] | AsyncIterable<readonly RowKey[]>;

/** The key of the rows of a source, and how their changes are found. */
export interface Synchronization<Column extends string = string> {
  /** Columns that identify a row. Default: the column of type `id`, if there is exactly one. */
  readonly key?: readonly Column[];
  /** How changes are found. `rows` then receives `since`. Default: every run reads all rows. */
  readonly changes?: Changes<Column>;
  /**
   * Columns that only a synchronizing platform sees, such as relations: in addition to those of `fields`, or in place of one
   * with the same id. Default: none.
   */
  readonly columns?: Columns;
}

/** Members of a source that only a synchronizing platform uses. */
export interface SynchronizedMembers<Column extends string = string> extends Synchronization<Column> {
  /**
   * Ids of the filter fields that a synchronizing platform offers. It has one filter for all sources, so fields that only
   * make sense for one of them are left out. Default: all.
   */
  readonly sharedFilter?: readonly string[];
  /** Whether the rows are people, whom the platform may match with its own. Default: `false`. */
  readonly isUser?: boolean;
}

/** A source as its author writes it: its filter, its columns and the function that reads its rows. */
export interface SourceDefinition<
  Account,
  Filter extends Fields,
  Schema extends Columns,
  Result extends RowsResult<Schema> = Rows<RowOf<Schema>> | Promise<Rows<RowOf<Schema>>>,
  Extra extends Columns = Columns,
> extends SourceMembers,
    SynchronizedMembers<Extract<keyof Schema, string>> {
  /** The filter form. Default: no filter. */
  readonly filter?: Filter;
  /** Columns, fixed or computed from the account and filter. Default: unknown; the platform infers them. */
  readonly fields?: Schema | ((context: WithHttp<SourceContext<Account, Filter>>) => Promise<Schema>);
  /** Checks filter values beyond their types; throws `inputInvalid` with the field. */
  validateFilter?(context: WithHttp<SourceContext<Account, Filter>>): Promise<void>;
  /** Computes key and changes if they depend on the filter, as the columns may. Default: `key` and `changes`. */
  synchronization?(
    context: WithHttp<SourceContext<Account, Filter>>,
  ): Promise<Synchronization & { readonly columns?: Extra }>;
  /**
   * Columns that only a synchronizing platform sees, such as relations: in addition to those of `fields`, or in place of one
   * with the same id. Default: none.
   */
  readonly columns?: Extra;
  /** Reads the rows. Every cell belongs to a column of `fields` or `columns` and has its type; any may be left out. */
  rows(context: WithHttp<RowsContext<Account, Filter>>): CheckedRows<Result, Schema, Extra>;
  /**
   * Reports whether the source still knows what has changed since an instant. Otherwise all rows are read. Default: it
   * always does.
   */
  knowsChanges?(context: WithHttp<DeletedContext<Account, Filter>>): boolean | Promise<boolean>;
  /**
   * Lists the keys of rows that were deleted since an instant and do not exist again: they are removed after the changed
   * rows were sent. Default: the source cannot list them, so deletions are found only by reading all rows.
   */
  deleted?(context: WithHttp<DeletedContext<Account, Filter>>): DeletedKeys | Promise<DeletedKeys>;
  /**
   * Opens a file that a row refers to in a column of sub type `file` or `avatar`. Synchronizing platforms then ask this
   * service for the files of all such columns. Default: the columns hold web addresses that anybody can read.
   */
  resource?(context: WithHttp<ResourceContext<Account>>): FileContent | Promise<FileContent>;
}

/** A source as the server uses it. Created by the `source` function that `defineConnector` passes. */
export interface Source extends SourceMembers, SynchronizedMembers {
  /** The filter form; without fields when the source has no filter. */
  readonly filter: Fields;
  /** Columns, or the function that computes them. */
  readonly fields?: Columns | ((context: WithHttp<SourceContext<AnyAccount, Fields>>) => Promise<Columns>);
  /** Checks filter values beyond their types. */
  validateFilter?(context: WithHttp<SourceContext<AnyAccount, Fields>>): Promise<void>;
  /** Computes key and changes if they depend on the filter. */
  synchronization?(context: WithHttp<SourceContext<AnyAccount, Fields>>): Promise<Synchronization>;
  /** Reads the rows. */
  rows(context: WithHttp<RowsContext<AnyAccount, Fields>>): Rows | Promise<Rows>;
  /** Reports whether the source still knows what has changed since an instant. */
  knowsChanges?(context: WithHttp<DeletedContext<AnyAccount, Fields>>): boolean | Promise<boolean>;
  /** Lists the keys of rows that were deleted since an instant. */
  deleted?(context: WithHttp<DeletedContext<AnyAccount, Fields>>): DeletedKeys | Promise<DeletedKeys>;
  /** Opens a file that a row refers to. */
  resource?(context: WithHttp<ResourceContext<AnyAccount>>): FileContent | Promise<FileContent>;
}

/** Creates a source, inferring the values of its filter and the shape of its rows. */
export type MakeSource<Account> = <
  Filter extends Fields<KnownAccount<Account>> = Record<never, never>,
  Schema extends Columns = Record<never, never>,
  Result extends RowsResult<Schema> = Rows<RowOf<Schema>>,
  Extra extends Columns = Record<never, never>,
>(
  definition: SourceDefinition<Account, Filter, Schema, Result, Extra>,
) => Source;

/** Sources by id, in the order they are listed. */
export type Sources = Readonly<Record<string, Source>>;

/** Result of `identify`: the display name, and any members to store in the account. */
export interface Identity {
  /** Display name of the account; must not contain any part of a secret. */
  readonly name: string;
  /** Members merged into the stored account, such as an id that the sources need. Default: none. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Returns the UTC offset of an account, such as `+05:00`, or an IANA zone name. */
export type Timezone<Account> = (context: WithHttp<Context<Account>>) => Promise<string>;

/** Argument of `rows`, computed `fields` and `validateFilter` of a source. */
export interface SourceContext<Account, Filter extends Fields> extends Context<Account> {
  /** Values of the filter form. */
  readonly filter: ValuesOf<Filter>;
}

/** Argument of `rows` of a source. */
export interface RowsContext<Account, Filter extends Fields> extends SourceContext<Account, Filter> {
  /** Maximum rows to return; `undefined` means all. The server applies it unless the source sets `pages: true`. */
  readonly limit: number | undefined;
  /** Rows to skip at the start. The server applies it unless the source sets `pages: true`. */
  readonly skip: number;
  /**
   * Instant from which changes are requested, ISO 8601 in UTC, including the lookback. `undefined` means all rows. It
   * is always `undefined` for a source without `changes`.
   */
  readonly since: string | undefined;
  /**
   * The page that a synchronizing platform requests. A source that can begin after a row, such as a table with a key,
   * returns encoded rows with `positions`. Any other source ignores it. `undefined` means that all rows are read at once.
   */
  readonly page: SynchronizedPage | undefined;
}

/** A page of a source that can begin after a row, or several pages that are read at once. */
export interface SynchronizedPage {
  /** Maximum number of rows of all of them. The source reads one row more if there is one: it shows that there are more. */
  readonly maxRows: number;
  /** The values of the columns of `positions` in the row before them; `undefined` at the first row. */
  readonly after: readonly unknown[] | undefined;
}

/** Argument of `resource` of a source. */
export interface ResourceContext<Account> extends Context<Account> {
  /** The text that a row has in a column of files. It was in a row that this service returned for the same account. */
  readonly file: string;
  /** The requested part of the file; pass it to `http.get(…).file`. `undefined` means the whole file. */
  readonly range: FileRange | undefined;
}

/** Argument of `deleted` and `knowsChanges` of a source. */
export interface DeletedContext<Account, Filter extends Fields> extends SourceContext<Account, Filter> {
  /** Instant from which changes or deletions are requested, ISO 8601 in UTC, including the lookback. */
  readonly since: string;
}

/** What `rows` of a source may return; the column names appear as completions. */
export type RowsResult<Schema extends Columns> = RowsIn<Schema> | Promise<RowsIn<Schema>>;

// Anything is accepted here, so that CheckedRows below reports a mistake in a sentence. `unknown` would lose the completions.
type RowsIn<Schema extends Columns> = Rows<
  { readonly [Id in keyof Schema]?: unknown } | {} | null | undefined
>;

/**
 * The result of `rows` if all its cells fit the columns. Otherwise the compiler reports a sentence that names the column.
 * Rows that are written out as an array are compared cell by cell, so that the fault is reported on the line of the cell.
 */
export type CheckedRows<Result, Schema extends Columns, Extra extends Columns> = [
  RowFault<RowIn<Result>, Schema, Extra>,
] extends [never]
  ? Result
  : Result extends readonly unknown[]
    ? readonly CheckedRow<RowIn<Result>, Schema, Extra>[]
    : RowFault<RowIn<Result>, Schema, Extra>;

type RowIn<Result> = Result extends EncodedRows
  ? never
  : Result extends Promise<infer Given>
    ? RowIn<Given>
    : Result extends readonly (infer Row)[]
      ? Row
      : Result extends AsyncIterable<readonly (infer Row)[]>
        ? Row
        : never;

// Rows whose columns the compiler does not know are not checked: those of `any`, and all rows of a source without `fields`.
// Promises are refused even there.
type RowFault<Row, Schema extends Columns, Extra extends Columns> = 0 extends 1 & Row
  ? never
  : Row extends PromiseLike<unknown>
    ? "A row is an object, not a promise. Await it before it is returned."
    : [keyof Schema] extends [never]
      ? never
      : Row extends object
        ? { [Id in keyof Row]-?: CellFault<Row[Id], Id, Schema, Extra> }[keyof Row]
        : unknown extends Row
          ? never
          : "A row is an object: the values by column id.";

type CellFault<Cell, Id, Schema extends Columns, Extra extends Columns> = Id extends keyof Schema
  ? Cell extends CellTypes[Schema[Id]["column"]]
    ? never
    : Id extends string
      ? `The column "${Id}" holds ${Schema[Id]["column"]}. Convert the value, or change the column in fields.`
      : never
  : Id extends keyof Extra
    ? never
    : Id extends string
      ? string extends Id
        ? never
        : `"${Id}" is not a column of this source. Declare it in fields, or correct the name.`
      : never;

type CheckedRow<Row, Schema extends Columns, Extra extends Columns> =
  Row extends PromiseLike<unknown>
    ? RowFault<Row, Schema, Extra>
    : Row extends object
      ? { readonly [Id in keyof Row]: OrElse<CellFault<Row[Id], Id, Schema, Extra>, Row[Id]> }
      : OrElse<RowFault<Row, Schema, Extra>, Row>;

type OrElse<Fault, Value> = [Fault] extends [never] ? Value : Fault;
