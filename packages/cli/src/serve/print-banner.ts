import { setTimeout as delay } from "node:timers/promises";
import { Connector, ConnectorError, joinAddress } from "@wellhead/client";
import type { App } from "@wellhead/server";
import { ownCommand } from "../terminal/own-command.js";
import { makePaint } from "../terminal/paint.js";
import { printableText, printableTexts } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { type ExampleFilter, findExampleFilter } from "./example-filter.js";
import { formatEntry, formatTryLines, type ServedEntry, type ShownExample } from "./format-banner.js";

/** Options of `printBanner()`. */
export interface PrintBannerOptions {
  readonly app: App;
  /** Address of the service. */
  readonly url: string;
}

/**
 * Prints what is served, and two command lines to try it. Requests the descriptions from the service in-process,
 * without a connection: such requests are not logged or counted and need no credentials.
 *
 * @param terminal - Provides the output
 * @param options - The service
 */
export async function printBanner(terminal: Terminal, options: PrintBannerOptions): Promise<void> {
  const { app, url } = options;
  const { connectors } = app;
  const paint = makePaint(terminal, terminal.stdout);
  const entries: BannerEntry[] = [];
  for (const { id, name } of connectors) {
    const base = joinAddress(new URL(url), connectors.length === 1 ? "/" : `/${id}/`);
    try {
      const connector = new Connector(base, { fetch: fetchFrom(app) });
      const entry = { url: base.href, connector, application: await connector.describe() };
      entries.push(entry);
      const shown = { url: entry.url, application: printableTexts(entry.application) };
      await write(terminal.stdout, `${formatEntry(shown, paint).join("\n")}\n`);
    } catch (error) {
      // The service is running: an upstream that is down now may be up for the next request.
      if (!(error instanceof ConnectorError)) throw error;
      await write(
        terminal.stdout,
        `${paint.bold(printableText(name))}\n  ${base.href}\n    ${paint.red(printableText(error.message))}\n\n`,
      );
    }
  }
  await write(terminal.stdout, await formatExamples(entries, app, ownCommand(terminal.env)));
}

/** A served connector, and its client. */
interface BannerEntry extends ServedEntry {
  readonly connector: Connector;
}

/** Milliseconds after which an example is given up. */
const exampleTimeoutMs = 2000;

async function formatExamples(entries: readonly BannerEntry[], app: App, command: string): Promise<string> {
  let shown: ShownExample | undefined;
  for (const entry of entries) {
    const { sources } = entry.application;
    for (const source of sources.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).slice(0, 8)) {
      const example: ExampleFilter = await findExampleFilter(source, async (id, field) => {
        const timeout = delay(exampleTimeoutMs, undefined, { ref: false });
        // A missing example is not an error: the connector may need an account, or its upstream may be down.
        const options = entry.connector.options({ source: id, field }).catch(() => undefined);
        return await Promise.race([options, timeout]);
      });
      shown ??= { entry, source, filter: example.filter, command };
      if (!example.whole) continue;
      shown = { entry, source, filter: example.filter, command };
      return formatTry(shown, app);
    }
  }
  return shown === undefined ? "" : formatTry(shown, app);
}

function formatTry(shown: ShownExample, app: App): string {
  const lines = formatTryLines(app.access.asksForCredentials, shown);
  return `Try\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}

/** Creates a `fetch` that calls the service in-process, without a connection. */
function fetchFrom(app: App): typeof fetch {
  return async (input, init) => {
    const { url, method, body } = new Request(input, init);
    const { pathname, search } = new URL(url);
    const sent: unknown = body === null ? undefined : await new Response(body).json();
    const answer = await app.ask({
      method: method === "GET" ? "GET" : "POST",
      url: `${pathname}${search}`,
      ...(sent !== undefined && { body: sent }),
    });
    return new Response(answer.body === "" ? null : answer.body, { status: answer.status });
  };
}
