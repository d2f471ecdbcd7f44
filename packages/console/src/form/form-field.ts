import type { FieldType } from "@wellhead/contract";

/** An option of a list. */
export interface FieldOption {
  readonly title: string;
  readonly value: string | number | boolean;
}

/** A field of a form, described by any generation of the interface. */
export interface FormField {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Type; `text` when this page does not know the type. */
  readonly type: FieldType;
  readonly required: boolean;
  readonly defaultValue: unknown;
  readonly placeholder: string;
  /** Address of a `link`. */
  readonly address: string;
  readonly editorMode: "json" | "sql" | undefined;
  /** Whether only the owner of the account may change it. */
  readonly secured: boolean;
  /** Whether the options are requested from the connector. */
  readonly live: boolean;
  /** Fields that must have values before the options can be requested. */
  readonly requires: readonly string[];
  /** Options listed in the field itself. */
  readonly options: readonly FieldOption[] | undefined;
}
