import { didYouMean } from "@wellhead/contract/names";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { alternatives } from "../command-line/parse-arguments.js";
import { configVerbs } from "../command-line/usage/config-usage.js";
import { makeService, withSecretFiles } from "../serve/make-service.js";
import { loadSettings, readSources, type ServeSources } from "../serve/serve-settings.js";
import { ChosenSettings } from "../serve/settings/chosen-settings.js";
import { configSchema } from "../serve/settings/config-schema.js";
import { describeSettings, formatSettings } from "../serve/settings/format-settings.js";
import { describeUnknownVariables } from "../serve/settings/unknown-variables.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead config`: prints or checks the settings of `wellhead serve`.
 *
 * @param commandLine - The command line
 * @param given - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runConfig(commandLine: Arguments, given: Terminal): Promise<ExitName> {
  const [typed = ""] = commandLine.operands;
  const verb = configVerbs.find((known) => known === typed);
  if (verb === undefined)
    throw usageError(
      `Could not read the command line: expected wellhead config ${alternatives(configVerbs)}, got "${typed}".${didYouMean(typed, configVerbs)}`,
    );
  if (verb === "schema") {
    await write(given.stdout, `${JSON.stringify(configSchema(), null, 2)}\n`);
    return "success";
  }
  const terminal = withSecretFiles(given);
  const sources = { ...(await readSources(commandLine.withoutFirst(), terminal)), givenEnv: given.env };
  const asJson = commandLine.has("json");
  return verb === "print" ? printSettings(sources, asJson) : checkSettings(sources, asJson);
}

async function printSettings(sources: ServeSources, asJson: boolean): Promise<ExitName> {
  const { terminal, commandLine } = sources;
  const chosen = new ChosenSettings(sources);
  const { operands } = commandLine;
  const listed = operands.length > 0 ? { from: "command line", value: operands } : chosen.of("connectors");
  const printed = describeSettings(chosen, listed);
  const lines = asJson ? [JSON.stringify(printed)] : formatSettings(printed);
  await write(terminal.stdout, `${lines.join("\n")}\n`);
  const unknown = describeUnknownVariables(terminal.env);
  if (unknown.length > 0) await write(terminal.notes, `${unknown.join("\n")}\n`);
  return "success";
}

async function checkSettings(sources: ServeSources, asJson: boolean): Promise<ExitName> {
  const { terminal } = sources;
  const [fault, ...others] = describeUnknownVariables(terminal.env);
  if (fault !== undefined) throw usageError(`Could not check the settings: ${fault}`, { details: others });
  const app = await makeService(await loadSettings(sources), terminal);
  const ids = app.connectors.map(({ id }) => id);
  await app.close();
  const stray = strayLists(sources, ids);
  if (stray !== undefined) throw usageError(stray);
  const from = sources.file?.path ?? "the command line and the environment";
  const text = asJson
    ? JSON.stringify({ file: sources.file?.path, connectors: ids })
    : `The settings of ${from} are valid. Connectors: ${ids.join(", ")}.`;
  await write(terminal.stdout, `${text}\n`);
  return "success";
}

/** Describes a list of addresses for a connector that is not served; it has no effect. */
function strayLists(sources: ServeSources, ids: readonly string[]): string | undefined {
  for (const [id, { from }] of new ChosenSettings(sources).allow) {
    if (id === "*" || ids.includes(id)) continue;
    return `Could not check the settings: ${from} allows addresses to "${id}", which is not served.${didYouMean(id, ids)}`;
  }
  return undefined;
}
