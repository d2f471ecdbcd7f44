import type { ColumnType } from "@wellhead/contract";
import type { FormField } from "../form/form-field.js";

/** One column as a connector declares it. */
export interface DeclaredColumn {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: ColumnType | "unknown";
}

/** One source of rows. */
export interface SourceInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isDefault: boolean;
  /** Declared columns; `undefined` when the connector leaves them to be inferred. */
  readonly columns: readonly DeclaredColumn[] | undefined;
  readonly filter: readonly FormField[];
}

/** One way of connecting an account. */
export interface AccountKindInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FormField[];
}

/** What GET / of a connector told, whichever generation of the interface it speaks. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly site: string;
  readonly color: string | undefined;
  readonly tags: readonly string[];
  readonly kinds: readonly AccountKindInfo[];
  readonly sources: readonly SourceInfo[];
  /** Whether POST /schema answers. */
  readonly hasSchema: boolean;
  /** Whether POST /timezone answers. */
  readonly hasTimezone: boolean;
  /** What the answer lacks or has wrong, in words. */
  readonly remarks: readonly string[];
}
