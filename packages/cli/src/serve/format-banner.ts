import type { Application, Source } from "@wellhead/client";
import type { Paint } from "../terminal/paint.js";

const maxSources = 24;

/** A served connector, as the banner shows it. */
export interface ServedEntry {
  readonly url: string;
  readonly application: Application;
}

/**
 * Formats a connector and its sources.
 *
 * @param entry - The connector
 * @param paint - Styles of the output
 * @returns Lines
 */
export function formatEntry({ url, application }: ServedEntry, paint: Paint): string[] {
  const { name, description, sources } = application;
  const width = Math.max(0, ...sources.slice(0, maxSources).map(({ id }) => id.length));
  const more = sources.length - maxSources;
  return [
    `${paint.bold(name)} ${paint.dim(description)}`,
    `  ${url}`,
    ...sources.slice(0, maxSources).map((source) => `    ${formatSource(source, width, paint)}`),
    ...(more > 0 ? [paint.dim(`    and ${more} more`)] : []),
    ...(sources.length === 0 ? [paint.dim("    no sources yet")] : []),
    "",
  ];
}

function formatSource({ id, name, columns }: Source, width: number, paint: Paint): string {
  const facts = [
    ...(name === id ? [] : [name]),
    ...(columns === undefined ? [] : [columns.length === 1 ? "1 column" : `${columns.length} columns`]),
  ];
  return `${paint.cyan(id.padEnd(width))}  ${paint.dim(facts.join(", "))}`.trimEnd();
}

/** The connector, source and filter of the example command lines. */
export interface ShownExample {
  readonly entry: ServedEntry;
  readonly source: Source;
  readonly filter: Readonly<Record<string, unknown>>;
  /** How the user runs a command of this program: `wellhead` or `npx wellhead`. */
  readonly command: string;
}

/** Stands for a value that only the user knows. */
const blank = "…";

/**
 * Formats command lines that can be pasted: one requests the connector's description, the others a few rows. Where the
 * rows need an account, it is connected first. What the user must fill in is named.
 *
 * @param asksForCredentials - Whether callers must authenticate
 * @param example - A connector, one of its sources and a filter
 * @returns Lines
 */
export function formatTryLines(asksForCredentials: boolean, example: ShownExample): string[] {
  const { entry, source, filter } = example;
  const { url, application } = entry;
  const curl = asksForCredentials ? 'curl -H "Authorization: Bearer $TOKEN"' : "curl";
  const needsAccount = !application.accountKinds.some(({ id }) => id === "none");
  const missing = Object.keys(filter).filter((id) => [filter[id]].flat().includes(blank));
  const note = missing.length === 0 ? [] : [`# Replace ${blank} in ${missing.join(", ")}`];
  const description = `${curl} ${quote(url)}`;
  if (needsAccount) return [description, ...note, ...accountLines(asksForCredentials, example)];
  const body = {
    source: source.id,
    ...(Object.keys(filter).length > 0 && { filter }),
    limit: 3,
  };
  const json = quote(JSON.stringify(body));
  return [description, ...note, `${curl} ${quote(url)} -H 'Content-Type: application/json' -d ${json}`];
}

/** Formats the command lines that connect an account and read rows with it. */
function accountLines(
  asksForCredentials: boolean,
  { entry: { url, application }, source, filter, command }: ShownExample,
): string[] {
  const token = asksForCredentials ? " --token-file token.txt" : "";
  const name = /^\w[\w-]*$/.test(application.id) ? application.id : "account";
  const filters = Object.entries(filter).map(
    ([id, value]) => ` -f ${quote(`${id}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`,
  );
  return [
    `${command} login ${name} ${quote(url)}${token}`,
    `${command} pull ${quote(url)} ${quote(source.id)} --account ${name} --limit 3${filters.join("")}${token}`,
  ];
}

/** Quotes a word for a shell, unless it needs no quotes. */
function quote(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
