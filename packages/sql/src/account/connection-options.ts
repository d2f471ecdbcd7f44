import { Secret } from "@wellhead/sdk";
import { type Credentials, readTlsMode, type ServerRole } from "./credentials.js";

/** Reads the value of an option. Returns the parts it sets, or the reason why it cannot be used. */
type ReadOption = (value: string) => ConnectionParts | string;

const ignored: ReadOption = () => ({});

/** Options that do not affect where the database is, which user reads it, or how the connection is secured. */
const ignoredNames =
  `application_name fallback_application_name applicationname connect_timeout connect-timeout connecttimeout
  connectiontimeout logintimeout sockettimeout keepalives keepalives_idle keepalives_interval keepalives_count
  tcp_user_timeout tcpkeepalive client_encoding charset characterencoding useunicode collation timezone servertimezone
  gssencmode gssdelegation gsslib krbsrvname
  pgbouncer connection_limit pool_timeout sslsni sslcompression sslcertmode autoreconnect compression compress
  allowpublickeyretrieval get-server-public-key parsetime loc usecursorfetch preparethreshold defaultrowfetchsize
  rewritebatchedstatements zerodatetimebehavior uselegacydatetimecode`.split(/\s+/);

const options: ReadonlyMap<string, ReadOption> = new Map<string, ReadOption>([
  ...ignoredNames.map((name): [string, ReadOption] => [name, ignored]),
  ["host", readHost],
  ["hostaddr", readAddress],
  ["port", (port) => (port === "" ? {} : { port })],
  ["target_session_attrs", readServerRole],
  ["targetservertype", readServerRole],
  ["load_balance_hosts", readBalance],
  ["loadbalancehosts", readBalance],
  ["dbname", (database) => ({ database })],
  ["database", (database) => ({ database })],
  ["user", (user) => ({ user })],
  ["password", (value) => ({ password: new Secret(value) })],
  ["sslpassword", (value) => ({ clientKeyPassphrase: new Secret(value) })],
  ["options", readStartupOptions],
  ["currentschema", (searchPath) => ({ searchPath })],
  ["channel_binding", readChannelBinding],
  ["channelbinding", readChannelBinding],
  ["sslmode", readMode],
  ["ssl-mode", readMode],
  ["ssl", readSwitch],
  ["usessl", readSwitch],
  ["tls", readSwitch],
  [
    "sslrootcert",
    (value) =>
      value === "system" ? { tls: "verify-full" } : `${fileOption("sslrootcert")} the CA certificate.`,
  ],
  ...["sslcrl", "sslcrldir", "ssl-crl", "ssl-crlpath", "ssl-capath"].map((name): [string, ReadOption] => [
    name,
    () => `the option "${name}" names a file, which this service does not have. Remove it.`,
  ]),
  ["ssl-ca", () => `${fileOption("ssl-ca")} the CA certificate.`],
  ...["sslcert", "ssl-cert"].map((name): [string, ReadOption] => [
    name,
    () => `${fileOption(name)} the client certificate.`,
  ]),
  ...["sslkey", "ssl-key"].map((name): [string, ReadOption] => [
    name,
    () => `${fileOption(name)} the client key.`,
  ]),
  ...["service", "passfile", "defaults-file", "socket", "unix_socket"].map((name): [string, ReadOption] => [
    name,
    () =>
      `the option "${name}" names a file or socket of this service, which only its operator can choose. Remove it.`,
  ]),
]);

/**
 * Reads one option of a connection string.
 *
 * @param name - Its name, in any case
 * @param value - Its value
 * @returns The parts it sets, or a sentence that says why it cannot be used. The sentence contains no value.
 */
export function readConnectionOption(name: string, value: string): ConnectionParts | string {
  const read = options.get(name.toLowerCase());
  if (read !== undefined) return read(value);
  const shown = name.replace(/[^\w.-]/g, "?").slice(0, 40);
  return `the option "${shown}" is not supported. Remove it.`;
}

function readHost(host: string): ConnectionParts | string {
  if (host === "") return {};
  if (host.split(",").some((name) => /^\s*[/@]/.test(name)))
    return "its host is a socket of this service, which only its operator can choose. Write the name of a server.";
  return { host };
}

/** Reads the address to dial. No DNS lookup of the host is then needed. */
function readAddress(address: string): ConnectionParts | string {
  const found = readHost(address);
  return typeof found === "string" || found.host === undefined ? found : { address };
}

/** Server roles, by the names of libpq and JDBC. */
const serverRoles: ReadonlyMap<string, ServerRole> = new Map([
  ["any", "any"],
  ["read-write", "read-write"],
  ["read-only", "read-only"],
  ["primary", "primary"],
  ["master", "primary"],
  ["standby", "standby"],
  ["secondary", "standby"],
  ["slave", "standby"],
  ["prefer-standby", "prefer-standby"],
  ["prefersecondary", "prefer-standby"],
  ["preferslave", "prefer-standby"],
]);

function readServerRole(value: string): ConnectionParts | string {
  const serverRole = serverRoles.get(value.toLowerCase());
  if (serverRole === undefined)
    return "its requirement on the server is not known. Write any, read-write, read-only, primary, standby or prefer-standby.";
  return { serverRole };
}

function readBalance(value: string): ConnectionParts | string {
  const plain = value.toLowerCase();
  if (plain === "random" || plain === "true") return { isBalanced: true };
  if (plain === "disable" || plain === "false") return { isBalanced: false };
  return "its order of hosts is not known. Write disable or random.";
}

function readMode(value: string): ConnectionParts | string {
  const tls = readTlsMode(value);
  if (tls !== undefined) return { tls };
  return "its encryption mode is not known. Write disable, prefer, require, verify-ca or verify-full.";
}

/** One server setting, as `-c name=value` or `--name=value`. A backslash escapes a space in the value. */
const setting = /\s*(?:-c\s*|--)(?<name>[\w.-]+)=(?<value>(?:[^\s\\]|\\[\s\S])*)(?=\s|$)/y;

/** Reads server settings. Only `search_path` is accepted: the session sets those that decide which rows are sent. */
function readStartupOptions(value: string): ConnectionParts | string {
  const text = value.trim();
  let parts: ConnectionParts = {};
  setting.lastIndex = 0;
  while (setting.lastIndex < text.length) {
    const found = setting.exec(text)?.groups;
    if (found?.["name"]?.toLowerCase().replaceAll("-", "_") !== "search_path")
      return 'the option "options" may only set search_path, as in -csearch_path=sales. Remove what else it sets.';
    parts = { searchPath: (found["value"] ?? "").replace(/\\([\s\S])/g, "$1") };
  }
  return parts;
}

function readChannelBinding(value: string): ConnectionParts | string {
  const mode = value.toLowerCase();
  if (mode === "require") return { requiresChannelBinding: true };
  if (mode === "prefer" || mode === "disable" || mode === "") return {};
  return "its channel binding is not known. Write disable, prefer or require.";
}

/** Reads a TLS switch. MySQL drivers and JDBC write a boolean, a mode or a JSON object. */
function readSwitch(value: string): ConnectionParts | string {
  const plain = value.toLowerCase();
  if (["true", "1", "yes", "on", "skip-verify"].includes(plain)) return { tls: "require" };
  if (["false", "0", "no", ""].includes(plain)) return { tls: "disable" };
  if (!plain.startsWith("{")) return readMode(plain);
  return { tls: /"rejectunauthorized"\s*:\s*false/.test(plain) ? "require" : "verify-full" };
}

function fileOption(name: string): string {
  return `the option "${name}" names a file, which this service does not have. Remove it, and paste`;
}

/** Options that name a file or a socket of this machine, and the parts they set. */
const files: ReadonlyMap<string, keyof OperatorParts> = new Map([
  ["sslrootcert", "authorityFile"],
  ["ssl-ca", "authorityFile"],
  ["sslcert", "clientCertificateFile"],
  ["ssl-cert", "clientCertificateFile"],
  ["sslkey", "clientKeyFile"],
  ["ssl-key", "clientKeyFile"],
  ["passfile", "passwordFile"],
  ["service", "service"],
  ["socket", "socketPath"],
  ["unix_socket", "socketPath"],
]);

/**
 * Reads one option of a connection string, a service file or an option file that the operator wrote.
 *
 * @param name - Its name, in any case
 * @param value - Its value
 * @returns The parts it sets, or a sentence that says why it cannot be used. The sentence contains no value.
 */
export function readOperatorOption(name: string, value: string): OperatorParts | string {
  const plain = name.toLowerCase();
  const part = files.get(plain);
  if (part !== undefined && !(plain === "sslrootcert" && value === "system"))
    return value === "" ? {} : { [part]: value };
  if (plain === "host" && value.startsWith("/") && !value.includes(",")) return { socketFolder: value };
  return readConnectionOption(name, value);
}

/** The parts of an account that a connection string names. */
export type ConnectionParts = Partial<Omit<Credentials, "password" | "port" | "otherHosts">> & {
  /** One port for all hosts, or a comma-separated list with one for each, in the order of `host` and `address`. */
  readonly port?: string;
  readonly password?: Secret;
  readonly clientKeyPassphrase?: Secret;
};

/** The parts that only an operator may name, in addition to those above: sockets and files of this machine. */
export interface OperatorParts extends ConnectionParts {
  /** Directory of the server's socket. */
  readonly socketFolder?: string;
  readonly authorityFile?: string;
  readonly clientCertificateFile?: string;
  readonly clientKeyFile?: string;
  readonly passwordFile?: string;
  /** Section of a service file. */
  readonly service?: string;
}
