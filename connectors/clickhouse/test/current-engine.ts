import { execFileSync } from "node:child_process";
import type { SqlDatabase } from "@wellhead/test-support";
import { type Service, serveClickhouse } from "./serve-clickhouse.js";
import { shown } from "./shown.js";
import { runAsAdmin } from "./start-clickhouse.js";
import { translateSql } from "./translate-sql.js";

/** Settings by name. */
export type Profile = Readonly<Record<string, string>>;

/** A service for the current engine, which one process has for all of its tests. */
export interface CurrentEngine {
  readonly service: Service;
  /** Runs statements in the database `shop`. */
  readonly admin: (sql: string) => string;
  /** Sets what the profile of every user says. */
  readonly setProfile: (profile: Profile) => void;
}

/** Creates a service for the engine that `npm run proof clickhouse` has started. */
export async function serveCurrent(): Promise<CurrentEngine> {
  const port = Number(process.env["WELLHEAD_CURRENT_CLICKHOUSE"]);
  return {
    service: await serveClickhouse({ port }),
    admin: (sql) => {
      const statements = translateSql(sql);
      const where = { port, database: "shop", more: "&allow_suspicious_low_cardinality_types=1" };
      return statements.map((one) => runAsAdmin(statementOf(one), where)).join("");
    },
    setProfile: (profile) => {
      const url = `http://127.0.0.1:${port}/profile`;
      execFileSync("curl", ["-sS", "--fail", url, "--data-binary", JSON.stringify(profile)]);
    },
  };
}

function statementOf(statement: ReturnType<typeof translateSql>[number]): string {
  if (typeof statement === "string") return statement;
  if ("mutation" in statement) return `${statement.mutation} settings mutations_sync = 1`;
  throw new Error("expected a statement, got settings of a user");
}

const never = () => Promise.reject(new Error("expected a part of the suite that needs no server"));

/** Starts the service of the shared tests. */
export async function startCurrent(): Promise<SqlDatabase> {
  const { service, admin } = await serveCurrent();
  const { url } = await service.app.listen({ port: 0 });
  return {
    url: new URL(url),
    account: service.account(),
    place: { schema: "shop" },
    admin,
    checksum: () => "",
    running: () => 0,
    sent: () => 0,
    shown: (table, column) => shown(admin, table, column),
    kill: never,
    lock: never,
    stop: () => service.app.close(),
  };
}
