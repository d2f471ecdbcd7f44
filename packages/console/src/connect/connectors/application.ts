import type { AccountKind, Column, Application as Described, Source } from "@wellhead/client";
import { type ColumnType, columnTypes } from "@wellhead/contract";
import { type FormField, formField } from "../../controls/form/form-field.js";

/** A column as a connector declares it. */
export interface DeclaredColumn extends Omit<Column, "type"> {
  /** Type; `unknown` when this page does not know it. */
  readonly type: ColumnType | "unknown";
}

/** A source of rows. */
export interface SourceInfo extends Omit<Source, "columns" | "filter"> {
  /** Declared columns; `undefined` when the columns must be inferred. */
  readonly columns: readonly DeclaredColumn[] | undefined;
  readonly filter: readonly FormField[];
}

/** An account kind. */
export interface AccountKindInfo extends Omit<AccountKind, "fields"> {
  readonly fields: readonly FormField[];
}

/** The description of a connector, with the types of fields and columns that this page knows. */
export interface Application extends Omit<Described, "accountKinds" | "sources"> {
  readonly kinds: readonly AccountKindInfo[];
  readonly sources: readonly SourceInfo[];
}

/** Returns the description of a connector with the types of fields and columns that this page knows. */
export function pageApplication({ accountKinds, sources, ...application }: Described): Application {
  return {
    ...application,
    name: application.name || "Unnamed connector",
    kinds: accountKinds.map((kind) => ({ ...kind, fields: kind.fields.map(formField) })),
    sources: sources.map((source) => ({
      ...source,
      columns: declaredColumns(source.columns),
      filter: source.filter.map(formField),
    })),
  };
}

/** Returns columns with the types that this page knows. */
export function declaredColumns(
  columns: readonly Column[] | undefined,
): readonly DeclaredColumn[] | undefined {
  return columns?.map((column) => ({
    ...column,
    type: columnTypes.find((type) => type === column.type) ?? "unknown",
  }));
}
