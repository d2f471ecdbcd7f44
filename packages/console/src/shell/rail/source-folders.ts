import type { SourceInfo } from "../../connect/connectors/application.js";

/** Sources that the rail lists below one heading. */
export interface SourceFolder {
  /** The heading; empty for the sources of no folder, which come first. */
  readonly name: string;
  /** What the names of all its sources start with, and the heading already says. */
  readonly prefix: string;
  readonly sources: readonly SourceInfo[];
}

/** Number of sources from which they are grouped. */
const minGrouped = 13;

/**
 * Groups many sources by the folder or the schema in their ids: `2024/may/sales` is in `2024/may`, and, where no id has a
 * folder, `public.orders` is in `public`. A folder has at least two sources; the order is that of the connector.
 */
export function sourceFolders(sources: readonly SourceInfo[]): readonly SourceFolder[] {
  const separator = sources.some(({ id }) => id.includes("/")) ? "/" : ".";
  const members = new Map<string, SourceInfo[]>();
  const folderOf = ({ id }: SourceInfo): string => id.slice(0, Math.max(0, id.lastIndexOf(separator)));
  for (const source of sources.length < minGrouped ? [] : sources) {
    const others = members.get(folderOf(source));
    if (others === undefined) members.set(folderOf(source), [source]);
    else others.push(source);
  }
  const folders = [...members].filter(([folder, { length }]) => folder !== "" && length > 1);
  const names = new Set(folders.map(([folder]) => folder));
  return [
    { name: "", prefix: "", sources: sources.filter((source) => !names.has(folderOf(source))) },
    ...folders.map(([folder, listed]) => {
      const prefix = commonPrefix(listed.map(({ name }) => name));
      return { name: prefix.replace(/[\s./]+$/, "") || folder, prefix, sources: listed };
    }),
  ];
}

/** Returns what all names start with, up to the last separator. */
function commonPrefix([first = "", ...names]: readonly string[]): string {
  let length = first.length;
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return /^.*[./]\s*/.exec(first.slice(0, length))?.[0] ?? "";
}
