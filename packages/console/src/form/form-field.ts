import type { FieldType } from "@wellhead/contract";

/** One option of a list. */
export interface FieldOption {
  readonly title: string;
  readonly value: string | number | boolean;
}

/** One field of a form, whichever generation of the interface described it. */
export interface FormField {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Type; `text` for one this page does not know. */
  readonly type: FieldType;
  readonly required: boolean;
  readonly defaultValue: unknown;
  readonly placeholder: string;
  /** Address of a `link`. */
  readonly address: string;
  readonly editorMode: "json" | "sql" | undefined;
  /** Whether only the owner of the account may change it. */
  readonly secured: boolean;
  /** Whether the options are asked for. */
  readonly live: boolean;
  /** Fields that must be filled before the options can be asked for. */
  readonly requires: readonly string[];
  /** Options the field carries itself. */
  readonly options: readonly FieldOption[] | undefined;
}
