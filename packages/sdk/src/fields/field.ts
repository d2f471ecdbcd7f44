import type { ColumnType, FieldType, Option } from "@wellhead/contract";
import type { OptionsContext } from "../context/context.js";
import type { ExactNumber } from "../shape/shape.js";

/** What a field may need to read a value. */
export interface AcceptContext {
  /** Time zone of naive dates: an offset or an IANA name. Default: UTC. */
  readonly zone?: string;
  /** The present instant, against which expressions such as `TODAY` are read. Default: the clock. */
  readonly now?: Date;
}

/** Options of a list: values alone, or with titles. */
export type Choice = string | number | boolean | Option;

/** What a live option list may give: an array, or batches as they arrive. */
export type LiveOptions = readonly Choice[] | AsyncIterable<Choice | readonly Choice[]>;

/** Members every field has. */
export interface FieldMembers {
  /** Label the person reads. Default: the field's key in words. */
  readonly title?: string;
  /** Sentence below the label. Default: empty. */
  readonly description?: string;
  /** Whether the field may be left empty; its value is then `undefined`. Default: `false`. */
  readonly optional?: boolean;
  /** Value the form starts with, and the value used when a required field is left empty. */
  readonly defaultValue?: unknown;
  /** Text shown inside the empty field. */
  readonly placeholder?: string;
  /** Whether the value is kept from other users of the platform. */
  readonly private?: boolean;
  /** Whether only the owner may change the value. */
  readonly secured?: boolean;
}

/**
 * One field of an account form or of a filter form. Made by the builder of its type, such as `text` or `list`.
 *
 * @see The connector contract, GET /, `fields[]` and `filter[]`
 */
export interface Field<Value = unknown> extends FieldMembers {
  readonly type: FieldType;
  /** Address of a `link` field. */
  readonly value?: string;
  /** Language of a `highlightText` field. */
  readonly editorMode?: "json" | "sql";
  /** Options the field carries itself. */
  readonly choices?: readonly Option[];
  /** Options asked for when the person opens the field; served by POST /datalist. */
  options?(context: OptionsContext): LiveOptions | Promise<LiveOptions>;
  /** Whether it is no part of the form: a member of the stored account that signing in has put there. */
  readonly hidden?: true;
  /**
   * Lists the parts of a secret that are public, such as the address of an account in its key file: the account may be
   * named by them. Default: none.
   *
   * @param text - The secret in plain text
   */
  publicParts?(text: string): readonly string[];
  /** Ids of the fields that must be filled before `options` can be asked for. */
  readonly requires?: readonly string[];
  /**
   * Reads a value as it came over the wire; called only when there is one. The message of its error says what was
   * found and what is wanted; the server puts the field's title before it.
   *
   * @throws ConnectorError `invalid_field` when the value cannot be read
   */
  accept(raw: unknown, context: AcceptContext): Value;
}

/** Fields by id, in the order they are shown. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of a form, as the callbacks of a connector get them. */
export type ValuesOf<Form extends Fields> = { readonly [Id in keyof Form]: ReturnType<Form[Id]["accept"]> };

/** Members of a column besides those of every field. */
export interface ColumnMembers {
  /** Whether the platform's catalogue hides the column. Default: `false`. */
  readonly ignore?: boolean;
  /** Whether the user may not change name and type of the column. Default: `false`. */
  readonly readonly?: boolean;
}

/** One column of a source's schema. The builders of scalar types make fields that are also columns. */
export interface Column<Type extends ColumnType = ColumnType> extends ColumnMembers {
  readonly column: Type;
  /** Label. Default: the column's key in words. */
  readonly title?: string;
  /** What it holds. Default: empty. */
  readonly description?: string;
}

/** Columns by id, in order. */
export type Columns = Readonly<Record<string, Column>>;

/** What a row may hold in a column of each type. */
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

/** A row that fits the declared columns; a member may be left out. */
export type RowOf<Schema extends Columns> = {
  readonly [Id in keyof Schema]?: CellTypes[Schema[Id]["column"]];
};
