import type { Connector } from "@wellhead/sdk";
import { CommandError } from "../command-error.js";
import { joinAddress } from "../remote/read-address.js";
import { readApplication } from "../remote/remote-application.js";
import { makePaint } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { findExampleFilter } from "./example-filter.js";
import { formatCurlLines, formatEntry, type ServedEntry } from "./format-banner.js";

/** What the banner is about. */
export interface PrintBannerOptions {
  readonly connectors: readonly Connector[];
  /** Id of the requests it makes, by which the log of the service can leave them out. */
  readonly requestId: string;
}

/**
 * Prints what is served, and two command lines to try it. It asks the service itself, as any caller would.
 *
 * @param url - Address of the service
 * @param terminal - Where to print
 * @param options - What the service serves, and the id of the requests
 */
export async function printBanner(
  url: string,
  terminal: Terminal,
  { connectors, requestId }: PrintBannerOptions,
): Promise<void> {
  const paint = makePaint(terminal, terminal.stdout);
  const entries: ServedEntry[] = [];
  for (const { id, name } of connectors) {
    const base = joinAddress(new URL(url), connectors.length === 1 ? "/" : `/${id}/`);
    try {
      const entry = { url: base.href, application: await readApplication(base, { requestId }) };
      entries.push(entry);
      await write(terminal.stdout, `${formatEntry(entry, paint).join("\n")}\n`);
    } catch (error) {
      // The service runs: a source that is away now may be back for the next request.
      if (!(error instanceof CommandError)) throw error;
      await write(
        terminal.stdout,
        `${paint.bold(name)}\n  ${base.href}\n    ${paint.red(error.message)}\n\n`,
      );
    }
  }
  await write(terminal.stdout, await formatExamples(entries, requestId));
}

async function formatExamples(entries: readonly ServedEntry[], requestId: string): Promise<string> {
  const entry = entries.find(({ application }) => application.sources.length > 0);
  const sources = entry?.application.sources ?? [];
  const source = sources.find(({ isDefault }) => isDefault) ?? sources[0];
  if (entry === undefined || source === undefined) return "";
  const filter = await findExampleFilter(new URL(entry.url), source, requestId);
  return `Try\n${formatCurlLines(entry, source, filter)
    .map((line) => `  ${line}\n`)
    .join("")}\n`;
}
