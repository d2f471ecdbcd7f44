import { afterAll, beforeAll, describe } from "vitest";
import { describeCallers } from "./describe-callers.js";
import { describeDigits } from "./describe-digits.js";
import { describeFaults } from "./describe-faults.js";
import { describeIdentifiers } from "./describe-identifiers.js";
import { describeInjection } from "./describe-injection.js";
import { describePages } from "./describe-pages.js";
import { describeRoles } from "./describe-roles.js";
import { describeSettings } from "./describe-settings.js";
import { describeSignIn } from "./describe-sign-in.js";
import { describeSqlFilters } from "./describe-sql-filters.js";
import { describeStreaming } from "./describe-streaming.js";
import { describeValues } from "./describe-values.js";
import { describeWaiting } from "./describe-waiting.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** What the suite runs against. */
export interface DescribeSqlDatabaseOptions {
  /** Starts a database with a service in front of it. */
  readonly start: () => Promise<SqlDatabase>;
  /** How the database is written for, and what it lacks. */
  readonly dialect: SqlDialect;
}

/**
 * Describes what every SQL database does in the same way; each connector runs all of it.
 *
 * @param options - How the database is started and written for
 */
export function describeSqlDatabase({ start, dialect }: DescribeSqlDatabaseOptions): void {
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
    describeCallers(database, dialect);
    // The log is read most while it is short.
    describeInjection(database, dialect);
    describeSqlFilters(database, dialect);
    describeDigits(database, dialect);
    describePages(database, dialect);
    describeWaiting(database, dialect);
    describeSignIn(database, dialect);
    describeStreaming(database, dialect);
    describeValues(database, dialect);
    describeIdentifiers(database, dialect);
    describeRoles(database, dialect);
    describeFaults(database, dialect);
    describeSettings(database, dialect);
  });
}
