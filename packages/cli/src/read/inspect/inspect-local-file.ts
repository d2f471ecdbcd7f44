import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { InspectedFile } from "@wellhead/files";
import { CommandError } from "../../command-line/command-error.js";
import { printableTexts } from "../../terminal/printable-text.js";
import type { Terminal } from "../../terminal/terminal.js";

/**
 * Finds how a CSV or TSV file of this machine is read.
 *
 * @param operand - Path of the file, or the address of a connector
 * @param terminal - Provides the folder to which a path is relative
 * @returns How it is read; `undefined` when the operand names no file
 * @throws CommandError `usage` when the operand names a file of another kind
 */
export async function inspectLocalFile(
  operand: string,
  { directory }: Terminal,
): Promise<InspectedFile | undefined> {
  const path = resolve(directory, operand);
  const isFile = await stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
  if (!isFile) return undefined;
  const { inspectFile } = await import("@wellhead/files");
  const file = await inspectFile(path);
  if (file !== undefined) return file;
  const serve = `Serve it to see its columns: wellhead serve ${operand}`;
  throw new CommandError("usage", `Could not inspect "${operand}": expected a CSV or TSV file. ${serve}`);
}

/**
 * Formats how a file is read.
 *
 * @param name - The file, as it was typed
 * @param file - How it is read
 * @returns Text for people
 */
export function formatFile(name: string, { sentences, columns, fault, settings }: InspectedFile): string {
  const shown = printableTexts({ sentences, columns, fault });
  const lines = [
    name,
    ...shown.sentences.map((sentence) => `  ${sentence}.`),
    ...(columns.length === 0 ? [] : [`  Columns: ${shown.columns.join(", ")}`]),
    ...(shown.fault === undefined ? [] : [`  ${shown.fault}`]),
    "",
    "A file .table.json beside it that states this:",
    JSON.stringify(settings, null, 2),
  ];
  return `${lines.join("\n")}\n`;
}
