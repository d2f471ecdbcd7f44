import { accountInvalid } from "@wellhead/sdk";
import { mysqlDialect } from "../dialect/dialect.js";
import type { Connection } from "./connection.js";
import { queryTexts } from "./query-texts.js";
import { runCommand } from "./run-statement.js";

/**
 * Global privileges that a read-only transaction and the statements we run can restrict. All others are rejected,
 * including those of later versions. For example, `FILE` gives access to the server's files, `PROCESS` to the
 * statements of other users, and a global `SELECT` to the password hashes in `mysql`.
 */
const bounded: ReadonlySet<string> = new Set([
  "USAGE",
  "INSERT",
  "UPDATE",
  "DELETE",
  "DELETE HISTORY",
  "CREATE",
  "DROP",
  "ALTER",
  "INDEX",
  "REFERENCES",
  "TRIGGER",
  "EVENT",
  "EXECUTE",
  "LOCK TABLES",
  "CREATE TEMPORARY TABLES",
  "CREATE VIEW",
  "SHOW VIEW",
  "CREATE ROUTINE",
  "ALTER ROUTINE",
  "SHOW CREATE ROUTINE",
  "SHOW DATABASES",
  "BINLOG MONITOR",
  "REPLICATION CLIENT",
  "REPLICA MONITOR",
  "SLAVE MONITOR",
]);

/** Schemas that contain passwords, or the statements of all users. */
const secretSchemas = ["mysql", "performance_schema"];
/** Tables of `mysql` that contain no secrets. */
const openTables = /^(?:help_|time_zone|innodb_(?:index|table)_stats$)/;

/** A name as the server quotes it. The quote character depends on the SQL mode. */
const quotedName = /`(?:[^`]|``)*`|"(?:[^"]|"")*"/.source;
const grant = new RegExp(
  `^GRANT (?<privileges>.+) ON (?<kind>FUNCTION |PROCEDURE |PACKAGE |PACKAGE BODY )?(?<schema>\\*|${quotedName})\\.(?<table>\\*|${quotedName}) TO (?<rest>.*)$`,
  "s",
);
const roleGrant = new RegExp(`^GRANT (?<roles>(?:(?:${quotedName})(?:@(?:${quotedName}))?,? ?)+) TO `, "s");
const grantee = new RegExp(` TO (${quotedName})@(${quotedName})`);
const roleName = new RegExp(`(?:${quotedName})(?:@(?:${quotedName}))?`, "g");
/**
 * Rejects a user with powers that a read-only transaction cannot restrict, whether the user has them directly or
 * through a role that the user may activate.
 *
 * @param connection - A session outside a transaction
 * @param allowed - Accepted powers: all, none, or those named
 * @throws ConnectorError `account_invalid` that names the power
 */
export async function refusePowers(
  connection: Connection,
  allowed: boolean | readonly string[],
): Promise<void> {
  if (allowed === true) return;
  const known = new Set(allowed === false ? [] : allowed);
  const lines = await readGrants(connection);
  const powers = lines.flatMap(powersOf).filter((found) => !known.has(found));
  const [power] = powers;
  if (power === undefined) return;
  const advice =
    (await statementsAgainst(connection, powers, lines)) ??
    "Create a user that can only read the schemas you need.";
  throw accountInvalid(
    `Could not sign in to the database: ${dangerOf(power)} (${powers.every(isReading) ? powers.join(", ") : power}). ${advice}`,
    { field: "user" },
  );
}

/** Powers of a user for reports. Without them, and with the right to read schemas, it remains one. */
const reading: ReadonlyMap<string, string> = new Map([
  [
    "SELECT ON *.*",
    "the user may read every schema, also the password hashes in mysql and the statements of all users in performance_schema",
  ],
  ["PROCESS ON *.*", "the user may read the statements of all users"],
]);

function isReading(power: string): boolean {
  return reading.has(power);
}

function dangerOf(power: string): string {
  return reading.get(power) ?? "the user has more than the right to read tables";
}

/** Returns the statements that leave a user for reports with what it needs; `undefined` for other users, and for roles. */
async function statementsAgainst(
  connection: Connection,
  powers: readonly string[],
  lines: readonly string[],
): Promise<string | undefined> {
  const [own = ""] = lines;
  const [, user, host] = grantee.exec(own) ?? [];
  const hasRole = lines.some((line) => roleGrant.test(line));
  if (!powers.every(isReading) || user === undefined || host === undefined || hasRole) return undefined;
  const account = [user, host].map((name) => mysqlDialect.quote(unquoted(name))).join("@");
  const names = powers.map((power) => power.replace(" ON *.*", ""));
  const [[database] = []] = await queryTexts(connection, "select database()");
  const schemas = typeof database === "string" ? [database] : await readSchemas(connection);
  const grants = schemas.map((schema) => {
    // In a grant, these would be wildcards.
    const pattern = mysqlDialect.quote(schema.replaceAll(/[%_]/g, "\\$&"));
    return `GRANT SELECT, SHOW VIEW ON ${pattern}.* TO ${account};`;
  });
  return `Ask the administrator to run: REVOKE ${names.join(", ")} ON *.* FROM ${account}; ${grants.join(" ")}`;
}

/** Maximum number of schemas that an error names. */
const maxSchemas = 20;

async function readSchemas(connection: Connection): Promise<readonly string[]> {
  const rows = await queryTexts(
    connection,
    `select schema_name from information_schema.schemata where schema_name not in ('information_schema', 'performance_schema', 'mysql', 'sys') order by schema_name limit ${maxSchemas}`,
  );
  return rows.map(([name]) => name ?? "");
}

/** Returns the lines of `SHOW GRANTS`, including those of roles that are not active. */
async function readGrants(connection: Connection): Promise<readonly string[]> {
  const own = await showGrants(connection);
  const roles = own.flatMap(rolesOf);
  if (roles.length === 0) return own;
  if (connection.handshake?.isMariadb !== true)
    return showGrants(connection, ` for current_user() using ${roles.join(", ")}`);
  const [active] = await queryTexts(connection, "select current_role()");
  const lines = [...own];
  // MariaDB shows the grants of a role, and of the roles granted to it, only while the role is active.
  for (const role of roles.filter((found) => !own.some((line) => line.endsWith(` TO ${found}`)))) {
    await runCommand(connection, `set role ${role}`);
    lines.push(...(await showGrants(connection)));
  }
  const before = active?.[0] ?? null;
  await runCommand(connection, `set role ${before === null ? "none" : mysqlDialect.quote(before)}`);
  return lines;
}

async function showGrants(connection: Connection, whose = ""): Promise<readonly string[]> {
  return (await queryTexts(connection, `show grants${whose}`)).map(([line]) => line ?? "");
}

/** Returns the names of the roles that a line grants, quoted as the server quotes them. */
function rolesOf(line: string): readonly string[] {
  const { roles = "" } = roleGrant.exec(line)?.groups ?? {};
  return roles.match(roleName) ?? [];
}

function powersOf(line: string): readonly string[] {
  if (!line.startsWith("GRANT ") || roleGrant.test(line)) return [];
  if (line.startsWith("GRANT PROXY ON ")) return ["PROXY"];
  const found = grant.exec(line)?.groups;
  if (found === undefined) return ["a right of an unknown kind"];
  const { privileges = "", kind, schema = "", table = "", rest = "" } = found;
  if (kind !== undefined) return [];
  const names = privileges.split(/, (?![^(]*\))/);
  if (schema === "*") {
    const powers = names.filter((name) => !bounded.has(name)).map((name) => `${name} ON *.*`);
    return rest.includes(" WITH GRANT OPTION") ? [...powers, "GRANT OPTION ON *.*"] : powers;
  }
  if (!names.some((name) => /^(?:ALL PRIVILEGES|SELECT)\b/.test(name))) return [];
  const secret = secretSchemas.find((candidate) => patternOf(unquoted(schema)).test(candidate));
  if (secret === undefined || (secret === "mysql" && openTables.test(unquoted(table)))) return [];
  return [`SELECT ON ${secret}.${table === "*" ? "*" : unquoted(table)}`];
}

/** Converts the schema of a grant to a pattern: `%` and `_` are wildcards unless a backslash precedes them. */
function patternOf(schema: string): RegExp {
  const parts = schema.match(/\\[%_\\]|[\s\S]/g) ?? [];
  const source = parts.map((part) => {
    if (part === "%") return "[\\s\\S]*";
    if (part === "_") return "[\\s\\S]";
    return part.slice(-1).replace(/[^\w]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "i");
}

function unquoted(text: string): string {
  const mark = text.charAt(0);
  return mark === "*" ? text : text.slice(1, -1).replaceAll(mark + mark, mark);
}
