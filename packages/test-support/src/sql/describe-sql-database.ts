import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeCallers } from "./describe-callers.js";
import { describeDigits } from "./describe-digits.js";
import { describeFaults } from "./describe-faults.js";
import { describeIdentifiers } from "./describe-identifiers.js";
import { describeInjection } from "./describe-injection.js";
import { describePages } from "./describe-pages.js";
import { describePeriods } from "./describe-periods.js";
import { describeRandomTables } from "./describe-random-tables.js";
import { describeRoles } from "./describe-roles.js";
import { describeSettings } from "./describe-settings.js";
import { describeSignIn } from "./describe-sign-in.js";
import { describeSqlFilters } from "./describe-sql-filters.js";
import { describeStreaming } from "./describe-streaming.js";
import { describeValues } from "./describe-values.js";
import { askQuery } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** Options of {@link describeSqlDatabase}. */
export interface DescribeSqlDatabaseOptions {
  /** Starts a database with a service in front of it. */
  readonly start: () => Promise<SqlDatabase>;
  /** How to write SQL for the database, and which features it lacks. */
  readonly dialect: SqlDialect;
  /**
   * Whether there is only an engine, without users, sign-in, sessions and an administrator. Then the rows, values and names
   * are tested. Default: `false`.
   */
  readonly isEngine?: boolean;
}

/**
 * Tests the behavior that all SQL databases share. Each connector runs the whole suite.
 *
 * @param options - How to start the database and how to write SQL for it
 */
export function describeSqlDatabase({ start, dialect, isEngine = false }: DescribeSqlDatabaseOptions): void {
  describe("a SQL database", () => {
    let started: SqlDatabase | undefined;
    const database = (): SqlDatabase => {
      if (started === undefined) throw new Error("expected a database that has been started");
      return started;
    };
    beforeAll(async () => {
      started = await start();
    });
    afterAll(() => started?.stop());
    if (!isEngine) {
      describeCallers(database, dialect);
      // Runs early, because it reads the log often, and the log is still short.
      describeInjection(database, dialect);
    }
    describeRows(database, dialect);
    if (isEngine) return;
    describeWaiting(database, dialect);
    describeSignIn(database, dialect);
    describeStreaming(database, dialect);
    describeRoles(database, dialect);
    describeFaults(database, dialect);
    describeSettings(database, dialect);
  });
}

/** Tests which rows are read, and their values and names. */
function describeRows(database: () => SqlDatabase, dialect: SqlDialect): void {
  describeSqlFilters(database, dialect);
  describePeriods(database, dialect);
  describeDigits(database, dialect);
  describeRandomTables(database, dialect);
  describePages(database, dialect);
  describeValues(database, dialect);
  describeIdentifiers(database, dialect);
}

/**
 * Tests that a statement may take longer than half a minute until its first row. Because of its duration, it runs only
 * when `WELLHEAD_PROOF` is `sql`. The cause that once ended such statements is tested where streams are opened.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statement
 */
function describeWaiting(database: () => SqlDatabase, { lateRow, lacks }: SqlDialect): void {
  const isProof = process.env["WELLHEAD_PROOF"] === "sql";
  it.skipIf("server" in lacks || !isProof)("waits for a first row that comes after 30 seconds", async () => {
    const { status, body } = await askQuery(database(), lateRow ?? "");
    expect({ status, body: body.trim() }).toEqual({ status: 200, body: '[{"late":0}]' });
  });
}
