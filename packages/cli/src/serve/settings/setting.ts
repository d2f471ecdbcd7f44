/** The kinds of values a setting has, each with its own parser, schema and description. */
export type SettingKind =
  | "text"
  | "file"
  | "port"
  | "count"
  | "switch"
  | "list"
  | "choice"
  | "numbers"
  | "numbers-by-id"
  | "addresses"
  | "connectors";

/** When a value that has changed in the configuration file takes effect: on SIGHUP, or at the next start. */
export type SettingChange = "reload" | "restart";

/** A setting of the service. */
export interface Setting {
  /** Path of its member in a configuration file, such as `callers.tokens`. */
  readonly member: string;
  readonly kind: SettingKind;
  /** Option of `wellhead serve`, without the dashes. Default: none. */
  readonly option?: string;
  /** Environment variable. Default: none. */
  readonly variable?: string;
  /** The values of a choice, or the names of the members of `numbers` and `numbers-by-id`. */
  readonly values?: readonly string[];
  /** Whether `false` is a value too, which switches it off. Default: `false`. */
  readonly canBeOff?: boolean;
  /** Whether the value is never printed, and can be read from a file named by `<variable>_FILE`. Default: `false`. */
  readonly isSecret?: boolean;
  /** What applies when it is not set, in a few words. */
  readonly default: string;
  readonly meaning: string;
  readonly change: SettingChange;
  /** Names of its numbers that take effect on SIGHUP although it changes at the next start. Default: none. */
  readonly reloaded?: readonly string[];
}
