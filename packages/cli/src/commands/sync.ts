import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { readAddress } from "../remote/connect.js";
import { withSyncSession } from "../sync/sync-session.js";
import { planTypes } from "../sync/synchronize.js";
import { formatVerification, verifyTarget } from "../sync/verify-target.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * Runs `wellhead sync verify`: compares what was synchronized with its source.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runSyncVerify(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
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
  return withSyncSession(
    commandLine,
    options,
    async ({ settings, connector, target: { relationOf }, print, asJson }) => {
      const plan = await planTypes(settings);
      const { filter, signal } = settings;
      const sourceRows = async function* (source: string, limit: number | undefined) {
        const account = await settings.account(false);
        const found = await connector.rows({ source, account, validate: false, filter, limit, signal });
        for await (const batch of found) yield batch.rows();
      };
      let isEqual = true;
      for (const type of plan.types) {
        const verification = await verifyTarget(type, { ...settings, plan, maxRows, relationOf, sourceRows });
        await print(asJson ? [JSON.stringify(verification)] : formatVerification(verification));
        isEqual &&= verification.differing === 0;
      }
      return isEqual ? "success" : "differs";
    },
  );
}
