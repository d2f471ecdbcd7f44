import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownCommand } from "../terminal/own-command.js";
import type { Paint } from "../terminal/paint.js";
import { printableText } from "../terminal/printable-text.js";
import type { ProcessTerminal } from "../terminal/terminal.js";

/** Names of files that `wellhead serve` reads rows from. */
const dataFile = /\.(?:csv|tsv|ndjson|jsonl|parquet|xlsx)$/i;
/** Names of data files whose only table has the name of the file. */
const simpleFile = /^(?<table>[\w-]+)\.(?:csv|tsv|ndjson|parquet)$/i;
const configFile = /^wellhead\.config\.(?:m?[jt]s|json|ya?ml)$/;
const databaseFile = /\.(?:sqlite3?|db)$/i;

/** A command line to try, and what it does. */
type Suggestion = readonly [words: string, does: string];

/** Suggestions that need nothing. */
const everywhere: readonly Suggestion[] = [
  ["demo github", "See the rows of a connector, without an account or a network"],
  ["serve ./my-folder", "Serve every data file of a folder"],
  ["check http://127.0.0.1:8080", "Check a connector that runs at an address"],
];

/**
 * Formats what the program prints when nothing is asked: what it is, and three things to try in the current folder.
 *
 * @param terminal - Provides the folder and the environment
 * @param paint - Styles of the output
 * @returns The text, ending with a line feed
 */
export async function formatFirstScreen(
  { directory, env }: Pick<ProcessTerminal, "directory" | "env">,
  paint: Paint,
): Promise<string> {
  const command = ownCommand(env);
  const suggestions = [...(await suggestionsFor(directory)), ...everywhere].slice(0, 3);
  const lines = suggestions.flatMap(([words, does]) => [
    `  ${paint.dim(`# ${does}`)}`,
    `  ${paint.bold(`${command} ${words}`)}`,
  ]);
  return `Wellhead puts data sources behind one HTTP interface, and reads whatever speaks it.

Try here
${lines.map(printableText).join("\n")}

${command} --help lists all commands.
`;
}

async function suggestionsFor(folder: string): Promise<readonly Suggestion[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
  const own = names.some((name) => configFile.test(name));
  return [
    ...(own ? configured : []),
    ...(await connectorOf(folder, names)),
    ...dataOf(names),
    ...names.filter((name) => databaseFile.test(name)).map(databaseOf),
  ];
}

const configured: readonly Suggestion[] = [
  ["serve", "Serve what the configuration of this folder lists"],
  ["config check", "Check the configuration without listening"],
];

/** Suggests to develop the connector of a project that uses the SDK. */
async function connectorOf(folder: string, names: readonly string[]): Promise<readonly Suggestion[]> {
  const connector = names.find((name) => /^(?:connector|index)\.(?:m?[jt]s)$/.test(name));
  if (connector === undefined || !names.includes("package.json")) return [];
  const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => "");
  if (!manifest.includes('"@wellhead/sdk"')) return [];
  return [[`dev ${connector}`, "Serve the connector of this project, and load it again on every save"]];
}

function dataOf(names: readonly string[]): readonly Suggestion[] {
  const files = names.filter((name) => dataFile.test(name));
  if (files.length === 0) return [];
  const count = files.length === 1 ? "the data file" : `the ${files.length} data files`;
  const table = files
    .map((name) => simpleFile.exec(name)?.groups?.["table"])
    .find((name) => name !== undefined);
  const query: readonly Suggestion[] =
    table === undefined
      ? []
      : [[`sql 'select * from here."${table}" limit 10' --connect here=.`, `Query ${table} with SQL`]];
  return [["serve .", `Serve ${count} of this folder`], ...query];
}

function databaseOf(name: string): Suggestion {
  return [`serve sqlite ${/^[\w.-]+$/.test(name) ? `./${name}` : "."}`, "Serve the tables of a SQLite file"];
}
