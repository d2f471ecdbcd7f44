import {
  reader,
  runAsAdmin,
  type StartClickhouseOptions,
  startClickhouse as startProgram,
} from "@wellhead/test-support/programs/start-clickhouse";
import { translateSql } from "./translate-sql.js";

export { reader, runAsAdmin };

/** A temporary ClickHouse server on free ports of the loopback interface. */
export interface ClickhouseServer {
  /** Port of the HTTP interface. */
  readonly port: number;
  /** Runs statements as the administrator in the database `shop`. Returns tab-separated lines. */
  readonly admin: (sql: string) => string;
  /** Kills the server and starts it again. */
  readonly restart: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a server, creates the documented user and waits until the server responds. */
export async function startClickhouse(options: StartClickhouseOptions = {}): Promise<ClickhouseServer> {
  const { run, setProfile, ...server } = await startProgram(options);
  return {
    ...server,
    admin: (sql) => {
      const outputs = translateSql(sql).map((statement) => {
        if (typeof statement === "string") return run(statement);
        if ("settings" in statement) {
          setProfile(statement.settings);
          return "";
        }
        const changed = run(statement.mutation);
        // Version 18 changes rows in the background.
        while (run("select count() from system.mutations where is_done = 0") !== "0\n");
        return changed;
      });
      return outputs.join("");
    },
  };
}
