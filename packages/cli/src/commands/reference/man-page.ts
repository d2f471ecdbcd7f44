import type { CommandUsage } from "../../command-line/command.js";
import { exitCodes } from "../../command-line/exit-codes.js";
import { describeOption, formatOption } from "../../command-line/format-help.js";
import { optionsOf } from "../../command-line/parse-arguments.js";

/**
 * Formats the manual pages of the program and of its commands, as roff.
 *
 * @param commands - The commands
 * @returns The text of each page by the name of its file
 */
export function formatManPages(commands: readonly CommandUsage[]): ReadonlyMap<string, string> {
  return new Map([
    ["wellhead.1", programPage(commands)],
    ...commands.map((command) => [`wellhead-${command.name}.1`, commandPage(command)] as const),
  ]);
}

function programPage(commands: readonly CommandUsage[]): string {
  return [
    '.TH WELLHEAD 1 "" Wellhead',
    ".SH NAME",
    "wellhead \\- serve data sources over one HTTP interface, and read every service that has it",
    ".SH SYNOPSIS",
    ".B wellhead",
    "\\fIcommand\\fR [options]",
    ".SH COMMANDS",
    ...commands.flatMap(({ name, summary }) => [".TP", `.BR wellhead\\-${roff(name)} (1)`, roff(summary)]),
    ...exitStatus(),
    ".SH ENVIRONMENT",
    ".TP",
    ".B NO_COLOR",
    "If set, output is not styled.",
    ".TP",
    ".B FORCE_COLOR",
    "If set, output is styled even when it is not a terminal; 0 turns styles off. It takes precedence over NO_COLOR.",
    "",
  ].join("\n");
}

function commandPage(command: CommandUsage): string {
  const { name, summary, operands, description, examples } = command;
  return [
    `.TH WELLHEAD\\-${roff(name.toUpperCase())} 1 "" Wellhead`,
    ".SH NAME",
    `wellhead\\-${roff(name)} \\- ${roff(summary)}`,
    ".SH SYNOPSIS",
    `.B wellhead ${roff(name)}`,
    `${roff(operands)} [options]`.trim(),
    ".SH DESCRIPTION",
    ...description.flatMap((paragraph) => [".PP", roff(paragraph.replaceAll("\n", " "))]),
    ".SH OPTIONS",
    ...Object.entries(optionsOf(command)).flatMap(([option, facts]) => [
      ".TP",
      `.B ${roff(formatOption(option, facts))}`,
      roff(describeOption(facts) + (facts.several === true ? "; can be repeated" : "")),
    ]),
    ".SH EXAMPLES",
    ...examples.flatMap(({ line, does }) => [".PP", `${roff(does)}:`, ".PP", ".nf", roff(line), ".fi"]),
    ...exitStatus(),
    ".SH SEE ALSO",
    ".BR wellhead (1)",
    "",
  ].join("\n");
}

function exitStatus(): string[] {
  return [
    ".SH EXIT STATUS",
    ...Object.values(exitCodes).flatMap(({ code, meaning }) => [".TP", `.B ${code}`, roff(meaning)]),
  ];
}

/** Escapes text: a backslash, a hyphen that a user copies, and a line that would begin with a request. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
