import type { Context, WithHttp } from "../context/context.js";
import type { Columns, Fields, RowOf } from "../fields/field.js";
import type { FileContent } from "../http/file-content.js";
import type { Rows } from "../rows/rows.js";
import type { AnyAccount, KnownAccount } from "../values/any-account.js";
import type { CheckedRows, RowsResult } from "./checked-rows.js";
import type { DurationText } from "./duration.js";
import type { DeletedContext, ResourceContext, RowsContext, SourceContext } from "./source-context.js";

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
  rows(context: WithHttp<RowsContext<Account, Filter>>): Result & CheckedRows<Result, Schema, Extra>;
  /**
   * Lists the keys of rows that were deleted since an instant. Default: the source cannot list them, so deletions are
   * found only by reading all rows.
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
