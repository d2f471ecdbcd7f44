import type { JsonRecord } from "../json/lenient-json.js";

/** A field of an account form or a filter form. */
export interface Field {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Type as the connector wrote it, such as `text` or `multidropdown`. */
  readonly type: string;
  /** Whether a value is required. Default: yes. */
  readonly required: boolean;
  /** Whether POST /datalist returns its options. */
  readonly hasDatalist: boolean;
  /** Ids of the fields that its options depend on. */
  readonly dependsOn: readonly string[];
  /** Options that the description itself lists. */
  readonly options: readonly Option[];
  readonly defaultValue: unknown;
  /** An example of a value; empty if there is none. */
  readonly placeholder: string;
  /** Whether only the owner of the account may change it. */
  readonly isSecured: boolean;
  /** Address of a `link`; empty if there is none. */
  readonly address: string;
  /** Language of a `highlightText`. */
  readonly editorMode: "json" | "sql" | undefined;
}

/** An option of a field. */
export interface Option {
  readonly title: string;
  /** The value that is sent when the option is chosen. */
  readonly value: unknown;
}

/** A column of a source. */
export interface Column {
  readonly id: string;
  readonly name: string;
  /** Type as the connector wrote it; empty if it did not declare one. */
  readonly type: string;
  readonly description: string;
}

/** A source of rows. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isDefault: boolean;
  readonly filter: readonly Field[];
  /** `undefined` if GET / does not list any. The columns then have to be inferred from the rows. */
  readonly columns: readonly Column[] | undefined;
}

/** A way to connect an account. */
export interface AccountKind {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** The description of a connector, in the same form for each generation of the interface. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly site: string;
  readonly tags: readonly string[];
  /** `#RRGGBB`; `undefined` if there is none. */
  readonly color: string | undefined;
  readonly accountKinds: readonly AccountKind[];
  readonly sources: readonly Source[];
  /** Whether POST /schema returns the columns. */
  readonly hasSchema: boolean;
  /** Whether the connector offers its data as types of entities, which a `Synchronizer` reads. */
  readonly synchronizes: boolean;
  /** Whether POST /timezone returns the zone of an account. */
  readonly hasTimezone: boolean;
  /** The problems of the description, one sentence each. */
  readonly remarks: readonly string[];
  /** The parsed response, unchanged. */
  readonly raw: JsonRecord;
}
