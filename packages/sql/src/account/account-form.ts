import {
  type AccountKind,
  type AnyAccount,
  accountInvalid,
  fields,
  highlightText,
  list,
  number,
  password,
  Secret,
  text,
} from "@wellhead/sdk";
import type { Credentials, TlsMode } from "./credentials.js";

const modes: ReadonlyMap<string, TlsMode> = new Map([
  ["verify", "verify"],
  ["unverified", "unverified"],
  ["off", "off"],
]);

/**
 * Makes the form of an account at a database server: fields of a fixed kind, never a connection string.
 *
 * @param port - Port that such servers listen on
 * @returns The account kind
 */
export function accountForm(port: number): AccountKind {
  return fields({
    title: "Database",
    description: "A user that can only read the tables you need",
    fields: {
      host: text({ title: "Host", placeholder: "db.example.org" }),
      port: number({ title: "Port", defaultValue: port }),
      database: text({ title: "Database" }),
      user: text({ title: "User" }),
      password: password({ title: "Password", optional: true }),
      tls: list({
        title: "Encryption",
        defaultValue: "verify",
        choices: [
          { title: "Encrypted, certificate checked", value: "verify" },
          { title: "Encrypted, certificate not checked", value: "unverified" },
          { title: "Not encrypted", value: "off" },
        ],
      }),
      authority: highlightText({
        title: "Certificate of the authority",
        description: "PEM text, when the server's certificate is not signed by a public authority",
        editorMode: "json",
        optional: true,
      }),
    },
  });
}

/**
 * Reads the credentials out of an account.
 *
 * @param account - The account of a request
 * @param defaultPort - Port when the account names none
 * @returns Where the database is and who reads it
 * @throws ConnectorError `account_invalid` naming the field that cannot be used
 */
export function credentialsOf(account: AnyAccount, defaultPort: number): Credentials {
  const secret = account["password"];
  const authority = textOf(account, "authority").trim();
  const tls = modes.get(textOf(account, "tls") || "verify");
  if (tls === undefined)
    throw accountInvalid("Read the account: choose how the connection is encrypted", { field: "tls" });
  return {
    host: required(account, "host"),
    port: portOf(account["port"] ?? defaultPort),
    database: required(account, "database"),
    user: required(account, "user"),
    password: secret instanceof Secret ? secret.reveal() : "",
    tls,
    ...(authority !== "" && { authority }),
  };
}

function required(account: AnyAccount, field: string): string {
  const value = textOf(account, field).trim();
  if (value !== "" && !value.includes("\0")) return value;
  throw accountInvalid(`Read the account: found no ${field}, wanted one`, { field });
}

function textOf(account: AnyAccount, field: string): string {
  const value = account[field];
  return typeof value === "string" ? value : "";
}

function portOf(value: unknown): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw accountInvalid(`Read the account: found port ${String(value)}, wanted 1 to 65535`, { field: "port" });
}
