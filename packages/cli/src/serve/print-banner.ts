import { setTimeout as delay } from "node:timers/promises";
import type { Connector } from "@wellhead/sdk";
import type { App } from "@wellhead/server";
import { CommandError } from "../command-error.js";
import { joinAddress } from "../remote/read-address.js";
import { parseApplication } from "../remote/remote-application.js";
import { makePaint } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { type ExampleFilter, findExampleFilter } from "./example-filter.js";
import { formatCurlLines, formatEntry, type ServedEntry, type ShownExample } from "./format-banner.js";

/** What the banner is about. */
export interface PrintBannerOptions {
  readonly app: App;
  /** Address of the service. */
  readonly url: string;
  readonly connectors: readonly Connector[];
}

/**
 * Prints what is served, and two command lines to try it. It asks the service itself, without a connection, so that its
 * requests are neither logged nor counted and need no credentials.
 *
 * @param terminal - Where to print
 * @param options - The service
 */
export async function printBanner(terminal: Terminal, options: PrintBannerOptions): Promise<void> {
  const { app, url, connectors } = options;
  const paint = makePaint(terminal, terminal.stdout);
  const entries: ServedEntry[] = [];
  for (const { id, name } of connectors) {
    const base = joinAddress(new URL(url), connectors.length === 1 ? "/" : `/${id}/`);
    try {
      const entry = {
        url: base.href,
        application: parseApplication(base, await askForJson(app, { url: base })),
      };
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
  await write(terminal.stdout, await formatExamples(entries, app));
}

/** Milliseconds an example may take. */
const exampleTimeoutMs = 2000;

async function formatExamples(entries: readonly ServedEntry[], app: App): Promise<string> {
  let shown: ShownExample | undefined;
  for (const entry of entries) {
    const { sources } = entry.application;
    for (const source of sources.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).slice(0, 8)) {
      const example: ExampleFilter = await findExampleFilter(source, async (id, field) => {
        const url = joinAddress(new URL(entry.url), "/datalist");
        url.search = new URLSearchParams({ source: id, field }).toString();
        const timeout = delay(exampleTimeoutMs, undefined, { ref: false });
        // An example is not worth an error: the connector may need an account, or its source may be down.
        return await Promise.race([askForJson(app, { url, body: {} }).catch(() => undefined), timeout]);
      });
      shown ??= { entry, source, filter: example.filter };
      if (!example.whole) continue;
      shown = { entry, source, filter: example.filter };
      return formatTry(shown, app);
    }
  }
  return shown === undefined ? "" : formatTry(shown, app);
}

function formatTry(shown: ShownExample, app: App): string {
  const lines = formatCurlLines(app.access.asksForCredentials, shown);
  return `Try\n${lines.map((line) => `  ${line}\n`).join("")}\n`;
}

async function askForJson(
  app: App,
  { url, body }: { readonly url: URL; readonly body?: unknown },
): Promise<unknown> {
  const answer = await app.ask({
    method: body === undefined ? "GET" : "POST",
    url: `${url.pathname}${url.search}`,
    ...(body !== undefined && { body }),
  });
  const value: unknown = JSON.parse(answer.body === "" ? "null" : answer.body);
  if (answer.status < 300) return value;
  const error = typeof value === "object" && value !== null && "error" in value ? String(value.error) : "";
  throw new CommandError("refused", error === "" ? `The connector returned status ${answer.status}` : error);
}
