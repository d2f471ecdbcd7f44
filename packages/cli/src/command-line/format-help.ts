import type { Paint } from "../terminal/paint.js";
import type { CommandOption, CommandUsage } from "./command.js";
import { exitCodes } from "./exit-codes.js";
import { alternatives, optionsOf } from "./parse-arguments.js";

/**
 * Formats the help of one command.
 *
 * @param command - The command
 * @param paint - Styles of the output
 * @returns The text, ending with a line feed
 */
export function formatCommandHelp(command: CommandUsage, paint: Paint): string {
  const options = Object.entries(optionsOf(command)).map(
    ([name, option]) =>
      [
        `${option.short ? "" : "    "}${formatOption(name, option)}${option.several ? " …" : ""}`,
        describeOption(option),
      ] as const,
  );
  return [
    `${command.summary}\n`,
    section("Usage", [`wellhead ${command.name} ${command.operands} [options]`.replace("  ", " ")], paint),
    ...command.description.map((paragraph) => `\n${paragraph}\n`),
    section("Options", table(options, paint), paint),
    section(
      "Examples",
      command.examples.flatMap(({ line, does }) => [paint.dim(`# ${does}`), line]),
      paint,
    ),
  ].join("");
}

/**
 * Formats the help of the whole program: commands, examples and the table of exit codes.
 *
 * @param commands - The commands, in order
 * @param paint - Styles of the output
 * @returns The text, ending with a line feed
 */
export function formatProgramHelp(commands: readonly CommandUsage[], paint: Paint): string {
  const codes = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning] as const);
  return [
    "Wellhead puts data sources behind one HTTP interface, and reads whatever speaks it.\n",
    section("Usage", ["wellhead <command> [options]", "wellhead <command> --help"], paint),
    section(
      "Commands",
      table(
        commands.map(({ name, summary }) => [name, summary] as const),
        paint,
      ),
      paint,
    ),
    section(
      "Options",
      table(
        [
          ["-h, --help", "Print this help"] as const,
          ["-V, --version", "Print the version"] as const,
          ["-q, --quiet, -v, --verbose, --json", "Every command has them: see its help"] as const,
        ],
        paint,
      ),
      paint,
    ),
    section(
      "Examples",
      [
        paint.dim("# Serve every data file of a folder"),
        "wellhead serve ./my-folder",
        paint.dim("# Copy a source of it into a file"),
        "wellhead pull http://127.0.0.1:8642 orders -o orders.parquet",
      ],
      paint,
    ),
    section("Exit codes", table(codes, paint), paint),
  ].join("");
}

/**
 * Formats the names of an option, such as `-o, --output <file>`.
 *
 * @param name - Its name without the dashes
 * @param option - The option
 * @returns The text
 */
export function formatOption(name: string, { value, short }: CommandOption): string {
  return `${short ? `-${short}, ` : ""}--${name}${value === undefined ? "" : ` <${value}>`}`;
}

/**
 * Returns the description of an option, with the values it accepts.
 *
 * @param option - The option
 * @returns The text
 */
export function describeOption({ description, values }: CommandOption): string {
  if (values === undefined) return description;
  const [before, ...rest] = description.split("; ");
  return [`${before}: ${alternatives(values)}`, ...rest].join("; ");
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return `\n${paint.bold(title)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function table(rows: readonly (readonly [left: string, right: string])[], paint: Paint): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${paint.cyan(left.padEnd(width))}  ${right}`);
}
