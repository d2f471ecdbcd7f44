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
    ...(columns === undefined ? [] : [`${columns.length} columns`]),
  ];
  return `${paint.cyan(id.padEnd(width))}  ${paint.dim(facts.join(", "))}`.trimEnd();
}

/** The connector, source and filter of the example command lines. */
export interface ShownExample {
  readonly entry: ServedEntry;
  readonly source: Source;
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Formats two command lines that can be pasted: one requests the connector's description, the other a few rows.
 *
 * @param asksForCredentials - Whether callers must authenticate
 * @param example - A connector, one of its sources and a filter
 * @returns Lines
 */
export function formatCurlLines(
  asksForCredentials: boolean,
  { entry: { url, application }, source, filter }: ShownExample,
): string[] {
  const curl = asksForCredentials ? 'curl -H "Authorization: Bearer $TOKEN"' : "curl";
  const kind = application.accountKinds.find(({ id }) => id === "none") ?? application.accountKinds[0];
  const fields = (kind?.fields ?? []).filter(({ type }) => type !== "link" && type !== "oauth");
  const account = { auth: kind?.id, ...Object.fromEntries(fields.map(({ id }) => [id, "…"])) };
  const body = {
    source: source.id,
    ...(kind?.id !== "none" && { account }),
    ...(Object.keys(filter).length > 0 && { filter }),
    limit: 3,
  };
  return [
    `${curl} ${quote(url)}`,
    `${curl} ${quote(url)} -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`,
  ];
}

/** Quotes a word for a shell, unless it needs no quotes. */
function quote(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
