import type { CommandOption } from "../command.js";

/** More deletions than both of these require the consent of the user. */
export const deletionLimit = { rows: 100, share: 0.2 };

/** The options of a synchronization. */
export const syncOptions: Readonly<Record<string, CommandOption>> = {
  sync: {
    value: "target",
    description:
      "Synchronize types of entities into a folder of Parquet files, a .duckdb or a .sqlite file, or a schema of postgres://…?schema=name, and go on where an earlier run was stopped",
  },
  types: { value: "id", several: true, description: "For --sync: a type to read; default: all" },
  full: { description: "For --sync: read everything, even if the connector can send changes" },
  lookback: {
    value: "minutes",
    description: "For --sync: how long before the last run changes are asked for; default: 10",
  },
  "allow-deletions": {
    description: `For --sync: delete rows even if they are more than ${deletionLimit.rows} rows and ${deletionLimit.share * 100} % of them, or all because the connector sent none`,
  },
  "dry-run": { description: "For --sync: list the deletions with their reasons, and change nothing" },
};
