import type { CommandUsage } from "../command.js";
import { describeOption } from "../format-help.js";
import { completedOptions, takesFiles } from "./completed-option.js";

/**
 * Formats the completion for fish.
 *
 * @param commands - The commands
 * @returns A script that defines the completion
 */
export function formatFishCompletion(commands: readonly CommandUsage[]): string {
  const names = commands.map(
    ({ name, summary }) =>
      `complete -c wellhead -n "__fish_use_subcommand; or __fish_seen_subcommand_from help" -a ${name} -d ${quote(summary)}`,
  );
  return `# Completion of wellhead for fish.
complete -c wellhead -f
${names.join("\n")}
complete -c wellhead -n __fish_use_subcommand -a help -d 'Print the help of a command'
complete -c wellhead -n __fish_use_subcommand -s h -l help -d 'Print this help'
complete -c wellhead -n __fish_use_subcommand -s V -l version -d 'Print the version'
${commands.flatMap(commandLines).join("\n")}
`;
}

const kindOf = { files: " -r -F", nothing: " -x", switch: "" } as const;

function commandLines(command: CommandUsage): string[] {
  const start = `complete -c wellhead -n "test (count (commandline -opc)) -gt 1; and test (commandline -opc)[2] = ${command.name}"`;
  const words = command.operandWords ?? [];
  return [
    ...(words.length === 0 ? [] : [`${start} -a ${quote(words.join(" "))}`]),
    ...(takesFiles(command) ? [`${start} -F`] : []),
    ...completedOptions(command).map(({ name, option, value }) => {
      const short = option.short === undefined ? "" : ` -s ${option.short}`;
      const kind = typeof value === "object" ? ` -x -a ${quote(value.join(" "))}` : kindOf[value ?? "switch"];
      return `${start}${short} -l ${name}${kind} -d ${quote(describeOption(option))}`;
    }),
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
