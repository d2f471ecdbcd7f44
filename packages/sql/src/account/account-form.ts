import {
  type AccountKind,
  type AnyAccount,
  accountInvalid,
  type Field,
  fields,
  highlightText,
  inputInvalid,
  list,
  number,
  password,
  Secret,
  text,
} from "@wellhead/sdk";
import { readTextEncoding, textEncodings } from "../encode/text-codec.js";
import type { ConnectionParts } from "./connection-options.js";
import { type ConnectionStringOptions, readConnectionString } from "./connection-string.js";
import { type Credentials, readTlsMode, type TlsMode } from "./credentials.js";
import { readCertificates } from "./read-certificates.js";
import { readHosts } from "./read-hosts.js";

/** The database-specific parts of an account form. */
export interface AccountFormOptions extends ConnectionStringOptions {
  /** Default port of such servers. */
  readonly port: number;
  /** Names that the database uses for the TLS modes. */
  readonly tlsNames: Readonly<Record<TlsMode, string>>;
  /** Description of the text encoding field: which text the chosen encoding applies to. Default: there is no such field. */
  readonly encodingDescription?: string;
}

const tlsTitles: Readonly<Record<TlsMode, string>> = {
  "verify-full": "certificate and host name checked",
  "verify-ca": "certificate checked",
  require: "encrypted, certificate not checked",
  prefer: "encrypted if the server offers it",
  disable: "not encrypted",
};

/**
 * Builds the account form of a database server: a field for a connection string and a field for each of its parts.
 *
 * @param options - The database-specific parts of the form
 * @returns The account kind
 */
export function accountForm({
  port,
  tlsNames,
  encodingDescription,
  ...connection
}: AccountFormOptions): AccountKind {
  return fields({
    title: "Database",
    description: "A user that can only read the tables you need",
    fields: {
      connection: connectionField(connection),
      host: text({ title: "Host", placeholder: "db.example.org", optional: true }),
      port: number({ title: "Port", defaultValue: port }),
      database: text({ title: "Database", optional: true }),
      user: text({ title: "User", optional: true }),
      password: password({ title: "Password", optional: true }),
      tls: tlsField(tlsNames),
      authority: highlightText({
        title: "CA certificate",
        description: "PEM text, when the server's certificate is not signed by a public authority",
        editorMode: "json",
        optional: true,
      }),
      clientCertificate: highlightText({
        title: "Client certificate",
        description: "PEM text, when the server expects one",
        editorMode: "json",
        optional: true,
      }),
      clientKey: password({
        title: "Client key",
        description: "Private key of the client certificate, PEM text",
        optional: true,
      }),
      clientKeyPassphrase: password({
        title: "Passphrase of the client key",
        description: "When the key is encrypted",
        optional: true,
      }),
      ...(encodingDescription !== undefined && { encoding: encodingField(encodingDescription) }),
    },
  });
}

function connectionField(options: ConnectionStringOptions): Field<ConnectionParts | undefined> {
  const field = password({
    title: "Connection string",
    description: "Fills in the fields below; its values override theirs",
    placeholder: `${options.schemes[0]}://user:password@host/database`,
    optional: true,
  });
  return {
    ...field,
    publicParts: (written) => publicPartsOf(written, options),
    accept: (raw, context) => {
      const secret = field.accept(raw, context);
      return secret === undefined ? undefined : readConnectionString(secret.reveal(), options);
    },
  };
}

/** Returns the parts of a connection string that the account name may contain although the whole string is masked. */
function publicPartsOf(written: string, options: ConnectionStringOptions): readonly string[] {
  try {
    const { user = "", address = "", host = address, database = "" } = readConnectionString(written, options);
    return [user, host, database, `${user}@${host}/${database}`];
  } catch {
    // Reading the account reports the invalid connection string.
    return [];
  }
}

function tlsField(names: Readonly<Record<TlsMode, string>>): Field<string> {
  const field = list({
    title: "Encryption",
    defaultValue: names["verify-full"],
    choices: (["verify-full", "verify-ca", "require", "prefer", "disable"] as const).map((mode) => ({
      title: `${names[mode]}: ${tlsTitles[mode]}`,
      value: names[mode],
    })),
  });
  const known = Object.values(names).join(", ");
  return {
    ...field,
    accept: (raw) => {
      const mode = readTlsMode(String(raw));
      if (mode === undefined) throw inputInvalid(`expected one of ${known}`);
      return mode;
    },
  };
}

function encodingField(description: string): Field<string | undefined> {
  const field = list({ title: "Text encoding", description, optional: true, choices: textEncodings });
  return {
    ...field,
    accept: (raw) => {
      if (raw === undefined || raw === null || raw === "") return undefined;
      const encoding = typeof raw === "string" ? readTextEncoding(raw) : undefined;
      if (encoding === undefined) throw inputInvalid(`expected one of ${textEncodings.join(", ")}`);
      return encoding;
    },
  };
}

/**
 * Reads the credentials of an account.
 *
 * @param account - The account of a request
 * @param defaultPort - Port to use when the account does not name one
 * @returns The location of the database and the user that reads it
 * @throws ConnectorError `account_invalid` that names the invalid field
 */
export function credentialsOf(account: AnyAccount, defaultPort: number): Credentials {
  // The form's own field has parsed this value.
  const connection = (account["connection"] ?? {}) as ConnectionParts;
  const tls = connection.tls ?? readTlsMode(textOf(account, "tls") || "verify-full");
  if (tls === undefined)
    throw accountInvalid("Could not read the account: choose how the connection is encrypted.", {
      field: "tls",
    });
  const { searchPath, requiresChannelBinding, serverRole, isBalanced } = connection;
  const [first, ...otherHosts] = hostsOf(account, connection, defaultPort);
  const encoding = readTextEncoding(textOf(account, "encoding"));
  return {
    ...first,
    ...(otherHosts.length > 0 && { otherHosts }),
    ...(serverRole !== undefined && { serverRole }),
    ...(isBalanced === true && { isBalanced }),
    database: required(connection.database ?? textOf(account, "database"), "database"),
    user: required(connection.user ?? textOf(account, "user"), "user"),
    password: revealed(connection.password ?? account["password"]),
    tls,
    ...(searchPath !== undefined && { searchPath }),
    ...(encoding !== undefined && { encoding }),
    ...(requiresChannelBinding === true && { requiresChannelBinding }),
    ...readCertificates({
      authority: textOf(account, "authority"),
      clientCertificate: textOf(account, "clientCertificate"),
      clientKey: revealed(account["clientKey"]),
      passphrase: revealed(connection.clientKeyPassphrase ?? account["clientKeyPassphrase"]),
    }),
  };
}

function revealed(value: unknown): string {
  return value instanceof Secret ? value.reveal() : "";
}

function required(value: string, field: string): string {
  const trimmed = value.trim();
  if (trimmed !== "" && !trimmed.includes("\0")) return trimmed;
  throw accountInvalid(`Could not read the account: it names no ${field}. Fill in this field.`, { field });
}

function textOf(account: AnyAccount, field: string): string {
  const value = account[field];
  return typeof value === "string" ? value : "";
}

function hostsOf(account: AnyAccount, { host, address, port }: ConnectionParts, defaultPort: number) {
  const written = {
    host: host ?? address ?? textOf(account, "host"),
    address: address ?? "",
    port: port ?? portOf(account["port"]),
  };
  return readHosts(written, { defaultPort, refuse });
}

function refuse(reason: string, field: string): Error {
  return accountInvalid(`Could not read the account: ${reason}`, { field });
}

function portOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "number" || typeof value === "string" ? String(value) : "[object]";
}
