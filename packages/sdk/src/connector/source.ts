import type { Context, WithHttp } from "../context/context.js";
import type { Columns, Fields, RowOf } from "../fields/field.js";
import type { Rows } from "../rows/rows.js";
import type { AnyAccount } from "../values/any-account.js";
import type { RowsContext, SourceContext } from "./source-context.js";

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

/** A source as its author writes it: its filter, its columns and the function that reads its rows. */
export interface SourceDefinition<Account, Filter extends Fields, Schema extends Columns>
  extends SourceMembers {
  /** The filter form. Default: no filter. */
  readonly filter?: Filter;
  /** Columns, fixed or computed from the account and filter. Default: unknown; the platform infers them. */
  readonly fields?: Schema | ((context: WithHttp<SourceContext<Account, Filter>>) => Promise<Schema>);
  /** Checks filter values beyond their types; throws `inputInvalid` with the field. */
  validateFilter?(context: WithHttp<SourceContext<Account, Filter>>): Promise<void>;
  /** Reads the rows. */
  rows(context: WithHttp<RowsContext<Account, Filter>>): Rows<RowOf<Schema>> | Promise<Rows<RowOf<Schema>>>;
}

/** A source as the server uses it. Created by the `source` function that `defineConnector` passes. */
export interface Source extends SourceMembers {
  /** The filter form; without fields when the source has no filter. */
  readonly filter: Fields;
  /** Columns, or the function that computes them. */
  readonly fields?: Columns | ((context: WithHttp<SourceContext<AnyAccount, Fields>>) => Promise<Columns>);
  /** Checks filter values beyond their types. */
  validateFilter?(context: WithHttp<SourceContext<AnyAccount, Fields>>): Promise<void>;
  /** Reads the rows. */
  rows(context: WithHttp<RowsContext<AnyAccount, Fields>>): Rows | Promise<Rows>;
}

/** Creates a source, inferring the values of its filter and the shape of its rows. */
export type MakeSource<Account> = <
  Filter extends Fields = Record<never, never>,
  Schema extends Columns = Record<never, never>,
>(
  definition: SourceDefinition<Account, Filter, Schema>,
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
