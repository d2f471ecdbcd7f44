import type { EntityFormat, EntityOption, EntitySubType } from "@wellhead/contract/synchronizer";
import type { ColumnType, FieldType, Option } from "@wellhead/contract/vocabulary";
import type { OptionsContext, WithHttp } from "../context/context.js";
import type { ExactNumber } from "../shape/shape.js";
import type { AnyAccount } from "../values/any-account.js";
import type { Relation } from "./relation-members.js";

/** Context for reading the value of a field. */
export interface AcceptContext {
  /** Time zone of dates without one: an offset or an IANA name. Default: UTC. */
  readonly zone?: string;
  /** The current time, to which expressions such as `TODAY` are relative. Default: the clock. */
  readonly now?: Date;
}

/** A choice of a list: a bare value, or a value with a title. */
export type Choice = string | number | boolean | Option;

/** The choices of a live list: an array, or single choices and batches as they arrive. */
export type LiveOptions = readonly Choice[] | AsyncIterable<Choice | readonly Choice[]>;

/** Members of every field. */
export interface FieldMembers {
  /** Label. Default: the field's key in words. */
  readonly title?: string;
  /** Sentence below the label. Default: empty. */
  readonly description?: string;
  /** Whether the field may be left empty; its value is then `undefined`. Default: `false`. */
  readonly optional?: boolean;
  /** Initial value in the form, and the value of a required field that is left empty. */
  readonly defaultValue?: unknown;
  /** Text shown inside the empty field. */
  readonly placeholder?: string;
  /** Whether the value is hidden from other users of the platform. */
  readonly private?: boolean;
  /** Whether only the owner may change the value. */
  readonly secured?: boolean;
}

/**
 * One field of an account form or of a filter form. Created by the builder of its type, such as `text` or `list`.
 *
 * @see The connector contract, GET /, `fields[]` and `filter[]`
 */
export interface Field<Value = unknown, Account = AnyAccount> extends FieldMembers {
  readonly type: FieldType;
  /** Address of a `link` field. */
  readonly value?: string;
  /** Language of a `highlightText` field. */
  readonly editorMode?: "json" | "sql";
  /** Static options of a list field. */
  readonly choices?: readonly Option[];
  /** Loads the options when the person opens the field; served by POST /datalist. */
  options?(context: WithHttp<OptionsContext<string, Account>>): LiveOptions | Promise<LiveOptions>;
  /** Whether the form leaves the field out, because it is a member of the stored account that the sign-in has added. */
  readonly hidden?: true;
  /**
   * Lists the parts of a secret that are public, such as the account address in a key file. They may appear in the name
   * of the account. Default: none.
   *
   * @param text - The secret in plain text
   */
  publicParts?(text: string): readonly string[];
  /** Ids of the fields that must be filled in before `options` can be called. */
  readonly requires?: readonly string[];
  /**
   * Reads a value as received; called only when there is one. The message of its error states the expected and the
   * received value. The server prefixes it with the field's title.
   *
   * @throws ConnectorError `invalid_field` when the value cannot be read
   */
  accept(raw: unknown, context: AcceptContext): Value;
}

/** Fields by id, in display order. */
export type Fields<Account = AnyAccount> = Readonly<Record<string, Field<unknown, Account>>>;

/** The values of a form as the callbacks of a connector receive them. */
export type ValuesOf<Form extends Fields> = { readonly [Id in keyof Form]: ReturnType<Form[Id]["accept"]> };

/** Members of a column in addition to those of every field. */
export interface ColumnMembers {
  /** Whether the platform's catalogue hides the column. Default: `false`. */
  readonly ignore?: boolean;
  /** Whether the user is prevented from changing the name and type of the column. Default: `false`. */
  readonly readonly?: boolean;
  /**
   * What a synchronizing platform makes of the values, such as `title`, `email`, `md` or `day`. Default: found from the
   * type of the column. Reports do not use it.
   */
  readonly subType?: EntitySubType;
  /** How a synchronizing platform shows a number, such as an amount of money. Default: as it is. */
  readonly format?: EntityFormat;
  /** Values of a column of sub type `single-select`, `multi-select` or `workflow`. */
  readonly selectOptions?: readonly EntityOption[];
}

/**
 * How a source stores the values of a column: `local` is a date and time without a time zone. A decimal may have its
 * maximum number of digits, and how many of them are after the point.
 */
export type StoredType =
  | "integer"
  | "double"
  | "decimal"
  | `decimal(${number},${number})`
  | "day"
  | "local"
  | "instant"
  | "text"
  | "json";

/** One column of a source's schema. The builders of scalar types create fields that are also columns. */
export interface Column<Type extends ColumnType = ColumnType> extends ColumnMembers {
  readonly column: Type;
  /** Label. Default: the column's key in words. */
  readonly title?: string;
  /** Description of the contents. Default: empty. */
  readonly description?: string;
  /** Rows of another source, or people, that the values point to. Created by `relation` and `userRelation`. */
  readonly relation?: Relation;
  /** How the source stores the values, for a copy that has the same types. Default: found from the values. */
  readonly storedAs?: StoredType;
}

/** Columns by id, in order. */
export type Columns = Readonly<Record<string, Column>>;

/** The type of a row's cell by column type. */
export interface CellTypes {
  readonly id: string | number | bigint | null | undefined;
  readonly text: string | null | undefined;
  readonly number: ExactNumber | bigint | null | undefined;
  readonly bool: boolean | null | undefined;
  readonly date: string | Date | null | undefined;
  readonly "array[text]": readonly string[] | null | undefined;
  readonly "array[number]": readonly number[] | null | undefined;
  readonly "array[date]": readonly (string | Date)[] | null | undefined;
}

/** A row that matches the declared columns; any member may be left out. */
export type RowOf<Schema extends Columns> = {
  readonly [Id in keyof Schema]?: CellTypes[Schema[Id]["column"]];
};

/** A row that has every declared column, for a function that must not forget one. A cell without a value is `null`. */
export type WholeRowOf<Schema extends Columns> = {
  readonly [Id in keyof Schema]: CellTypes[Schema[Id]["column"]];
};
