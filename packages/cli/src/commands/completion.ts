import { didYouMean } from "@wellhead/contract/names";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import { formatBashCompletion } from "../command-line/completion/bash.js";
import { formatFishCompletion } from "../command-line/completion/fish.js";
import { formatZshCompletion } from "../command-line/completion/zsh.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { alternatives } from "../command-line/parse-arguments.js";
import { shells } from "../command-line/usage/completion-usage.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { registry } from "./registry.js";

const formatters = { bash: formatBashCompletion, zsh: formatZshCompletion, fish: formatFishCompletion };

/**
 * Runs `wellhead completion`: prints a script that completes the command line in a shell.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runCompletion(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [typed = ""] = commandLine.operands;
  const shell = shells.find((known) => known === typed);
  if (shell === undefined) {
    throw usageError(
      `Could not write the completion: expected ${alternatives(shells)}, got "${typed}".${didYouMean(typed, shells)}`,
    );
  }
  await write(terminal.stdout, formatters[shell](registry));
  return "success";
}
