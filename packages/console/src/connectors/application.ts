import type { ColumnType } from "@wellhead/contract";
import type { FormField } from "../form/form-field.js";

/** A column as a connector declares it. */
export interface DeclaredColumn {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: ColumnType | "unknown";
}

/** A source of rows. */
export interface SourceInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isDefault: boolean;
  /** Declared columns; `undefined` when the columns must be inferred. */
  readonly columns: readonly DeclaredColumn[] | undefined;
  readonly filter: readonly FormField[];
}

/** An account kind. */
export interface AccountKindInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FormField[];
}

/** The response of GET / of a connector of any generation of the interface. */
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
  /** Whether the connector offers POST /schema. */
  readonly hasSchema: boolean;
  /** Whether the connector offers POST /timezone. */
  readonly hasTimezone: boolean;
  /** Descriptions of missing or invalid members. */
  readonly remarks: readonly string[];
}
