import { accountInvalid } from "@wellhead/sdk";
import { arrayLiteral } from "../dialect/array-literal.js";
import type { Connection } from "./connection.js";

/**
 * Predefined roles whose rights a read-only transaction bounds. Every other one is refused, those of later versions
 * included. `pg_read_all_data` is not here: it reads `pg_authid`, which holds the password of every role.
 */
const boundedRoles = ["pg_database_owner", "pg_maintain", "pg_write_all_data"];

/** Catalogues that hold passwords or the server's configuration files. */
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
 * Finds the first power of the session's user, or of a role that the user could become with `SET ROLE` or
 * `set_config('role', …)`, that a read-only transaction does not bound. Whether a membership is inherited or can be
 * set makes no difference: a member may be one `ALTER` away from either.
 *
 * Functions that `initdb` or an extension keeps from the public are found by their first privileges, so that one
 * granted later, to a role or to everybody, is noticed.
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
 * Refuses a user with powers that a read-only transaction does not bound.
 *
 * @param connection - A session inside a transaction
 * @param allowed - Powers that are accepted: all, none, or those named
 * @throws ConnectorError `account_invalid` naming the power and the role it comes from
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
