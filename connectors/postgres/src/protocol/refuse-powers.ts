import { accountInvalid } from "@wellhead/sdk";
import { arrayLiteral } from "../dialect/array-literal.js";
import type { Connection } from "./connection.js";

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
select power, rolname, session_user::text from powers where power <> all ($3::text[]) limit 1`;

/**
 * Rejects a user with powers that a read-only transaction cannot restrict.
 *
 * @param connection - A session inside a transaction
 * @param allowed - Accepted powers: all, none, or those named
 * @throws ConnectorError `account_invalid` that names the power and the role it comes from
 */
export async function refusePowers(
  connection: Connection,
  allowed: boolean | readonly string[],
): Promise<void> {
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
