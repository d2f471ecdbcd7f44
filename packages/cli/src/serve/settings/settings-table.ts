import { connectorLimitNames, defaultLimits, quotaLimitNames } from "@wellhead/server";
import { logLevels } from "../../command-line/usage/serve-usage.js";
import { callerSettings } from "./caller-settings.js";
import type { Setting } from "./setting.js";

const listener: readonly Setting[] = [
  {
    member: "connectors",
    kind: "connectors",
    values: connectorLimitNames,
    default: "none; at least one is required",
    meaning:
      "Paths and names as on the command line, relative to the file; or objects with `path`, `isolate`, `allow` and `limits`; in a module also connectors",
    change: "reload",
  },
  {
    member: "host",
    kind: "text",
    option: "host",
    variable: "HOST",
    default: "127.0.0.1",
    meaning: "Network interface to listen on",
    change: "restart",
  },
  {
    member: "port",
    kind: "port",
    option: "port",
    variable: "PORT",
    default: "8642",
    meaning: "Port to listen on; 0 chooses a free one",
    change: "restart",
  },
  {
    member: "admin.port",
    kind: "port",
    option: "admin-port",
    variable: "WELLHEAD_ADMIN_PORT",
    default: "not served",
    meaning:
      "Port of `/live`, `/ready`, `/metrics`, `/activity` and `/top`. In a file, `admin: false` also means not served",
    change: "restart",
  },
  {
    member: "admin.host",
    kind: "text",
    variable: "WELLHEAD_ADMIN_HOST",
    default: "host, if its port comes from an option or a variable; else 127.0.0.1",
    meaning: "Network interface of the admin port",
    change: "restart",
  },
  {
    member: "admin.token",
    kind: "text",
    variable: "WELLHEAD_ADMIN_TOKEN",
    isSecret: true,
    default: "none; only the link that is printed at the start leads to `/top`",
    meaning: "Bearer token of `/activity` on the admin port, for `wellhead top`, at least 32 characters",
    change: "restart",
  },
  {
    member: "logLevel",
    kind: "choice",
    values: logLevels,
    option: "log-level",
    variable: "WELLHEAD_LOG_LEVEL",
    default: "warn on a terminal, else info",
    meaning: "Minimum level of the log",
    change: "restart",
  },
  {
    member: "console",
    kind: "switch",
    option: "console",
    variable: "WELLHEAD_CONSOLE",
    default: "1 on this machine, unless NODE_ENV is production",
    meaning: "Whether the console is served at `/console/`. The option `--no-console` means 0",
    change: "restart",
  },
  {
    member: "isolate",
    kind: "switch",
    option: "isolate",
    variable: "WELLHEAD_ISOLATE",
    default: "0",
    meaning: "Whether each connector runs in its own process",
    change: "reload",
  },
  {
    member: "maxFiles",
    kind: "count",
    option: "max-files",
    variable: "WELLHEAD_MAX_FILES",
    default: "10000",
    meaning: "Maximum number of files of a folder that become sources",
    change: "reload",
  },
  {
    member: "engine",
    kind: "text",
    option: "engine",
    variable: "WELLHEAD_ENGINE",
    isSecret: true,
    default: "none",
    meaning: "ClickHouse servers that read the files of folders and buckets",
    change: "reload",
  },
];

const accounts: readonly Setting[] = [
  {
    member: "accounts.secret",
    kind: "text",
    variable: "WELLHEAD_SECRET",
    isSecret: true,
    default: "random, per process",
    meaning: "Secret that all replicas share, at least 32 characters",
    change: "restart",
  },
  {
    member: "accounts.previousSecrets",
    kind: "list",
    variable: "WELLHEAD_SECRET_PREVIOUS",
    isSecret: true,
    default: "none",
    meaning: "Secrets that it replaced, latest first",
    change: "restart",
  },
  {
    member: "accounts.store",
    kind: "text",
    variable: "WELLHEAD_STORE",
    isSecret: true,
    default: "memory of this process",
    meaning:
      "Address of Redis or Valkey that replicas share, see docs/accounts.md; begins with `redis` or, for TLS, `rediss`",
    change: "restart",
  },
  {
    member: "accounts.replicas",
    kind: "count",
    variable: "WELLHEAD_REPLICAS",
    default: "1",
    meaning: "How many replicas serve the same connectors",
    change: "restart",
  },
  {
    member: "accounts.callbacks",
    kind: "list",
    variable: "WELLHEAD_CALLBACKS",
    default: "every well-formed https address",
    meaning: "Callback addresses that a sign-in may use",
    change: "restart",
  },
  {
    member: "accounts.stateRequired",
    kind: "switch",
    variable: "WELLHEAD_STATE_REQUIRED",
    default: "0",
    meaning: "Whether every sign-in must begin with a `state` and end with the same one",
    change: "restart",
  },
  {
    member: "accounts.margin",
    kind: "count",
    variable: "WELLHEAD_REFRESH_MARGIN",
    default: "300",
    meaning: "Seconds before its expiry at which an access token is refreshed",
    change: "restart",
  },
  {
    member: "accounts.journalHours",
    kind: "count",
    variable: "WELLHEAD_JOURNAL_HOURS",
    default: "24",
    meaning: "Hours after a refresh for which an account may still be presented with its old tokens",
    change: "restart",
  },
];

const serving: readonly Setting[] = [
  {
    member: "allow",
    kind: "addresses",
    option: "allow",
    variable: "WELLHEAD_ALLOW",
    default: "none",
    meaning:
      "Private addresses that connectors may reach. In a file, an object with a list for each connector id, and `*` for all others. `WELLHEAD_ALLOW` is the list of `*`, and `WELLHEAD_ALLOW_<ID>` that of one connector",
    change: "reload",
  },
  {
    member: "limits",
    kind: "numbers",
    values: Object.keys(defaultLimits),
    variable: "WELLHEAD_LIMITS",
    default: "[the limits](#limits)",
    meaning: "Limits of the service. In the variable `name=value`, separated by commas",
    change: "restart",
    reloaded: quotaLimitNames,
  },
  {
    member: "connectorLimits",
    kind: "numbers-by-id",
    values: connectorLimitNames,
    default: "`limits`",
    meaning:
      "[Limits of single connectors](#limits-of-a-connector), by connector id; for a path, `limits` next to it means the same",
    change: "reload",
  },
  {
    member: "failures",
    kind: "numbers",
    values: ["same", "account", "target", "address", "caller", "maxWaitSeconds"],
    canBeOff: true,
    variable: "WELLHEAD_FAILURES",
    default: "same=20,account=10,target=50,address=200,caller=20,maxWaitSeconds=900",
    meaning: "Failures of a caller before it has to wait; `off`, in a file `false`, for no maximum",
    change: "restart",
  },
  {
    member: "onStreamError",
    kind: "choice",
    values: ["mark", "cut"],
    variable: "WELLHEAD_ON_STREAM_ERROR",
    default: "mark",
    meaning: "What happens to JSON and NDJSON that fail after the first byte",
    change: "restart",
  },
  {
    member: "formulaEscape",
    kind: "switch",
    variable: "WELLHEAD_FORMULA_ESCAPE",
    default: "0",
    meaning: "Whether CSV cells that a spreadsheet would run get an apostrophe",
    change: "restart",
  },
];

/** A part of the table with its title. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** All settings of the service, by subject. */
export const settingGroups: readonly SettingGroup[] = [
  { title: "Listener and connectors", settings: listener },
  { title: "Callers and TLS", settings: callerSettings },
  { title: "Accounts and replicas", settings: accounts },
  { title: "Network, limits and rows", settings: serving },
];

/** All settings of the service. */
export const settings: readonly Setting[] = settingGroups.flatMap((group) => group.settings);

/** Groups that `false` switches off in a file, and the members that they need otherwise. */
export const switchable: Readonly<Record<string, readonly string[]>> = {
  admin: ["port"],
  tls: ["cert", "key"],
};

/** Environment variables that are not settings of the service itself, and their meaning. */
export const otherVariables: Readonly<Record<string, string>> = {
  WELLHEAD_CONFIG: "Path of the configuration file; `--config` takes precedence",
  WELLHEAD_ACCOUNTS: "Folder with the accounts of `wellhead login`",
  CREDENTIALS_DIRECTORY: "Set by systemd: each file holds the setting of its name",
  NODE_ENV: "`production` does not serve the console unless it is requested",
  "<ID>_CLIENT_ID, <ID>_CLIENT_SECRET":
    "The OAuth application of a connector, such as `GITHUB_CLIENT_ID`; without it the connector offers no sign-in",
};
