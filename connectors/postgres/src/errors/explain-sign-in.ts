import { accountInvalid, type ConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import type { AccountErrorContext } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";
import { refused } from "./refused.js";

/**
 * Creates the error for a failed sign-in.
 *
 * @param state - What happened and what to do, as sentences
 * @param options - The account field to change, and the server's error
 * @returns The error to throw
 */
export function signIn(
  state: string,
  options: { readonly field: string; readonly cause: unknown },
): ConnectorError {
  return accountInvalid(`Could not sign in to the database: ${state}`, options);
}

/** Servers report the same error for an unknown role, a wrong password and an expired password. */
export function wrongPassword(cause: ServerError): ConnectorError {
  return signIn("the user or the password is wrong, or the password has expired. Check both.", {
    field: "password",
    cause,
  });
}

/** The sign-in names a database that does not exist. A statement cannot cause this error. */
export function unknownDatabase(cause: ServerError): ConnectorError {
  return signIn("the database does not exist. Check its name, which is case-sensitive.", {
    field: "database",
    cause,
  });
}

/** Template databases, and databases that their administrator has closed, accept no connections. */
export function closedDatabase(cause: ServerError, context: AccountErrorContext): ConnectorError {
  if (!cause.message.includes("not currently accepting connections"))
    return refused(context, cause.message, cause);
  return signIn("the database is not accepting connections. Choose another, or ask its administrator.", {
    field: "database",
    cause,
  });
}

/** The messages about a host in `pg_hba.conf`. They contain our address as the server sees it. */
const hba = /^(?:no pg_hba\.conf entry|pg_hba\.conf rejects connection) for host "(?<address>[^"]*)"/;

/**
 * Explains why the server rejects a user before it asks for a password, or for a reason other than a wrong password.
 *
 * @param cause - The server's error
 * @returns The error to throw
 */
export function refusedUser(cause: ServerError): ConnectorError {
  const { message } = cause;
  const address = hba.exec(message)?.groups?.["address"];
  if (address !== undefined) {
    const isPlain = /no encryption|SSL off/.test(message);
    const how = isPlain ? " without encryption" : "";
    const advice = isPlain ? "Choose an encrypted mode, or ask" : "Ask";
    return signIn(
      `the server's pg_hba.conf does not let this user into this database from ${address}${how}. ${advice} its administrator for an entry.`,
      { field: isPlain ? "tls" : "user", cause },
    );
  }
  if (message.includes("client certificate") || message.startsWith("certificate authentication failed"))
    return signIn(
      "the server expects a client certificate for this user. Paste one that is made out to the user's name.",
      { field: "clientCertificate", cause },
    );
  if (message.includes("not permitted to log in"))
    return signIn("this role may not sign in. Ask for the right LOGIN, or use another role.", {
      field: "user",
      cause,
    });
  if (/^(?:LDAP|PAM|RADIUS|BSD) authentication failed/.test(message)) return wrongPassword(cause);
  return signIn(
    "the server does not let this user in from here. Ask its administrator for an entry in pg_hba.conf.",
    {
      field: "user",
      cause,
    },
  );
}

/**
 * Explains a protocol violation. PgBouncer uses the same code for a rejected sign-in.
 *
 * @param cause - The server's error
 * @param context - The context of the error
 * @returns The error to throw
 */
export function refusedByPooler(cause: ServerError, context: AccountErrorContext): ConnectorError {
  const { message } = cause;
  if (message.includes("no such database")) return unknownDatabase(cause);
  if (/authentication failed|no such user|auth failed/i.test(message)) return wrongPassword(cause);
  if (
    /timeout|too many connections|no more connections|pgbouncer cannot connect|server_login_retry/i.test(
      message,
    )
  )
    return upstreamUnavailable(
      "Could not reach the database: its pooler has no free connection. Try again later.",
      {
        retryAfter: 5,
        cause,
      },
    );
  if (context.field !== undefined && context.statement !== undefined) return refused(context, message, cause);
  return upstreamInvalid(`${context.action}: the database returned an error.`, { cause });
}
