import { accountInvalid, upstreamInvalid } from "@wellhead/sdk";
import { arrayLiteral } from "../dialect/array-literal.js";
import type { Connection } from "./connection.js";

/** The timeouts of a transaction. */
export interface Timeouts {
  /** Maximum duration of one statement in milliseconds. */
  readonly statement: number;
  /** Maximum time in milliseconds that a statement waits for a lock. */
  readonly lock: number;
  /** Maximum time in milliseconds that the session is idle inside the transaction. */
  readonly idle: number;
}

/** How to begin a transaction. */
export interface BeginOptions {
  readonly timeouts: Timeouts;
  /** Memory in bytes that one sort or hash may use. Default: the server's setting. */
  readonly workMemoryBytes?: number | undefined;
  /** Powers beyond reading tables that a role may have: all, none, or those named. */
  readonly allowPowerfulRoles: boolean | readonly string[];
  /** Whether the statement must return its rows in the same order when it is repeated. Default: `false`. */
  readonly isRepeatable?: boolean | undefined;
}

/** Returns the settings that limit the transaction. */
function boundsOf({
  timeouts: { statement, lock, idle },
  workMemoryBytes,
}: BeginOptions): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(idle),
    client_connection_check_interval: "500",
    ...(workMemoryBytes !== undefined && { work_mem: `${Math.ceil(workMemoryBytes / 1024)}kB` }),
    client_min_messages: "error",
  };
}

/** Settings that decide which rows are sent and in which format. A role, a database or a server may change them. */
const formSettings: Readonly<Record<string, string>> = {
  DateStyle: "ISO, YMD",
  IntervalStyle: "iso_8601",
  TimeZone: "UTC",
  client_encoding: "UTF8",
  extra_float_digits: "1",
  bytea_output: "hex",
  // Skip rows that a policy hides from the role. Otherwise the statement would fail.
  row_security: "on",
  // A limit would make a GIN index search omit random rows.
  gin_fuzzy_search_limit: "0",
  transform_null_equals: "off",
};

/**
 * Synchronized scans, which start where another scan is, and parallel scans return rows in a different order each time.
 */
const repeatableSettings = { synchronize_seqscans: "off", max_parallel_workers_per_gather: "0" };

/** Settings that only a superuser can change, and that make damaged pages look as if they had no rows. */
const unsafeSettings = ["zero_damaged_pages", "ignore_checksum_failure"];

/**
 * Begins a read-only transaction with its limits, and rejects roles that such a transaction cannot restrict.
 *
 * @param connection - An idle session
 * @param options - The limits
 * @throws ConnectorError `account_invalid` when the role has a power that is not allowed, `upstream_invalid` when a
 *   setting cannot be changed
 */
export async function beginReadOnly(connection: Connection, options: BeginOptions): Promise<void> {
  await connection.query("begin transaction read only");
  const repeatable = options.isRepeatable === true ? repeatableSettings : {};
  await applySettings(connection, { ...boundsOf(options), ...repeatable }, formOf(connection));
  await refusePowers(connection, options.allowPowerfulRoles);
}

/**
 * Returns the format settings. Text of an `SQL_ASCII` database is sent as bytes: with a conversion, the server would
 * reject bytes that are not UTF-8 without naming their row.
 */
function formOf({ parameters }: Connection): Readonly<Record<string, string>> {
  if (parameters.get("server_encoding") !== "SQL_ASCII") return formSettings;
  return { ...formSettings, client_encoding: "SQL_ASCII" };
}

/** Applies settings to the transaction and reads the format back. Skips settings that an older server does not have. */
async function applySettings(
  connection: Connection,
  bounds: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries({ ...bounds, ...form });
  const values = entries.map((_, index) => `($${index * 2 + 1}, $${index * 2 + 2})`).join(", ");
  // The view `pg_settings` computes all settings of the server for each of its rows, which takes several milliseconds.
  const { rows } = await connection.query(
    `select wanted.name, pg_catalog.set_config(wanted.name, wanted.value, true)
     from (values ${values}) wanted (name, value)
     where pg_catalog.current_setting(wanted.name, true) is not null
     union all
     select name, pg_catalog.current_setting(name, true) from pg_catalog.unnest($${entries.length * 2 + 1}::text[]) name`,
    [...entries.flat(), `{${unsafeSettings.join(",")}}`],
  );
  for (const [name, value] of rows) {
    const expected = unsafeSettings.includes(name ?? "") ? "off" : form[name ?? ""];
    if (expected === undefined || value === null || value === expected) continue;
    throw upstreamInvalid(
      `Could not prepare the session: expected the setting ${name} to be "${expected}", got "${value}". Ask the administrator of the database to change it.`,
    );
  }
}

/**
 * Predefined roles that a read-only transaction can restrict. All other predefined roles are rejected, including those
 * of later versions. `pg_read_all_data` is not in the list because it can read `pg_authid`, which holds the password
 * hashes of all roles.
 */
const boundedRoles = ["pg_database_owner", "pg_maintain", "pg_write_all_data"];

/** System catalogues that contain passwords or the server's configuration files. */
const secretTables = [
  "pg_authid",
  "pg_shadow",
  "pg_user_mapping",
  "pg_subscription",
  "pg_file_settings",
  "pg_hba_file_rules",
  "pg_ident_file_mappings",
];

/**
 * Finds the first power that a read-only transaction cannot restrict, of the session's user or of a role that the user
 * could become with `SET ROLE` or `set_config('role', …)`. It does not matter whether a membership is inherited or can
 * be set: a single `ALTER` may change either.
 *
 * Functions that `initdb` or an extension withholds from the public are recognized by their initial privileges, so that
 * a privilege granted later, to a role or to everyone, is noticed.
 */
const powersSql = `
with reachable as (
  select oid, rolname, rolsuper, rolcreaterole, rolreplication, rolbypassrls
  from pg_catalog.pg_roles where pg_catalog.pg_has_role(session_user, oid, 'member')
), powers (power, rolname) as (
  select 'superuser', rolname from reachable where rolsuper
  union all
  select 'createrole', rolname from reachable where rolcreaterole
  union all
  select 'replication', rolname from reachable where rolreplication
  union all
  select 'bypassrls', rolname from reachable
  where rolbypassrls and exists (select from pg_catalog.pg_class where relrowsecurity)
  union all
  select rolname, rolname from reachable where rolname like 'pg\\_%' and rolname <> all ($1::text[])
  union all
  select relation.relname, coalesce(rolname, 'public')
  from pg_catalog.pg_class relation
    cross join lateral (
      select grantee, privilege_type from pg_catalog.aclexplode(relation.relacl)
      union all
      select granted.grantee, granted.privilege_type
      from pg_catalog.pg_attribute a, pg_catalog.aclexplode(a.attacl) granted
      where a.attrelid = relation.oid and (relation.relname <> 'pg_subscription' or a.attname = 'subconninfo')
    ) granted
    left join reachable on reachable.oid = granted.grantee
  where relation.relnamespace = 'pg_catalog'::regnamespace and relation.relname = any ($2::text[])
    and granted.privilege_type = 'SELECT' and (granted.grantee = 0 or rolname is not null)
  union all
  select routine.proname || '()', rolname
  from reachable, pg_catalog.pg_init_privs first
    join pg_catalog.pg_proc routine on routine.oid = first.objoid
  where first.classoid = 'pg_catalog.pg_proc'::regclass
    and not exists (select from pg_catalog.aclexplode(first.initprivs) granted where granted.grantee = 0)
    and pg_catalog.has_function_privilege(reachable.oid, routine.oid, 'execute')
)
select power, rolname, session_user::text
from (select power, rolname, row_number() over () as position from powers where power <> all ($3::text[])) found
order by power = 'superuser' and rolname = session_user desc, position limit 1`;

/**
 * Rejects a user with powers that a read-only transaction cannot restrict.
 *
 * @param connection - A session inside a transaction
 * @param allowed - Accepted powers: all, none, or those named
 * @throws ConnectorError `account_invalid` that names the power and the role it comes from
 */
async function refusePowers(connection: Connection, allowed: boolean | readonly string[]): Promise<void> {
  if (allowed === true) return;
  const names = allowed === false ? [] : allowed;
  const { rows } = await connection.query(
    powersSql,
    [boundedRoles, secretTables, names].map((list) => arrayLiteral(list)),
  );
  const [found] = rows;
  if (found === undefined) return;
  const [power, role, user] = found;
  const who =
    role === user || role === "public"
      ? `the role "${user}" has`
      : `the role "${user}" can become "${role}", which has`;
  throw accountInvalid(
    `Could not sign in to the database: ${who} more than the right to read tables (${power}). Create a role that can only read the tables you need.`,
    { field: "user" },
  );
}
