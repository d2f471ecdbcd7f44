import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { callerOptions } from "../remote/caller-headers.js";
import { readAddress } from "../remote/connect.js";
import { withSyncSession } from "../sync/sync-session.js";
import { planTypes } from "../sync/synchronize.js";
import { formatVerification, verifyTarget } from "../sync/verify-target.js";
import type { Terminal } from "../terminal/terminal.js";

/** `wellhead sync verify`: compares what was synchronized with its source. */
export const sync: Command = {
  name: "sync",
  summary: "Compare a target that pull --sync has written with its source",
  operands: "verify <url> <target>",
  operandCount: [3, 3],
  description: [
    "Reads types of entities from the source and compares the number of rows, the keys and every value with what people\nread in the target: the tables, or the Parquet files of a folder. Nothing is changed.",
    "Ends with exit code 13 if anything differs. A source that has changed since the last run differs, too.",
  ],
  options: {
    types: { value: "id", several: true, description: "A type to compare; default: all" },
    sample: {
      value: "rows",
      description:
        "Stop after this number of rows of each type, without searching for rows that only the target has; default: all",
    },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "The filter of the synchronization",
    },
    account: {
      value: "file",
      description: "JSON file with the account, where refreshed tokens are written back; or env:VARIABLE",
    },
    "no-validate": { description: "Use the account as it is, without calling POST /validate first" },
    ...callerOptions,
  },
  examples: [
    {
      line: "wellhead sync verify http://127.0.0.1:8642/github issues.duckdb --types issue",
      does: "Compare every row",
    },
    {
      line: "wellhead sync verify http://127.0.0.1:8642/github issues.duckdb --sample 1000",
      does: "Compare the first thousand rows of each type",
    },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [verb = "", address = "", target = ""] = commandLine.operands;
  if (verb !== "verify") {
    throw usageError(
      `Could not read the command line: expected wellhead sync verify, got "${verb}". To synchronize, run wellhead pull <url> --sync <target>.`,
    );
  }
  const maxRows = commandLine.count("sample");
  const options = {
    base: readAddress(address),
    terminal,
    target,
    mustExist: true,
    name: "comparison",
  };
  return withSyncSession(commandLine, options, async ({ settings, target: { relationOf }, print }) => {
    const plan = await planTypes(settings);
    let isEqual = true;
    for (const type of plan.types) {
      const verification = await verifyTarget(type, { ...settings, plan, maxRows, relationOf });
      await print(formatVerification(verification));
      isEqual &&= verification.differing === 0;
    }
    return isEqual ? "success" : "differs";
  });
}
