import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ConnectorError } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { configureEgress } from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import type { TapeRead } from "@wellhead/testing";
import { freeReads } from "../author/free-reads.js";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { type StoredAccountOptions, storedAccount } from "../read/pull/account-file.js";
import { readFilters } from "../read/pull/read-filters.js";
import { withSecretFiles } from "../serve/make-service.js";
import { readTape } from "../serve/read-tape.js";
import { resolveConnector } from "../serve/resolve-connector.js";
import { isBucketAddress } from "../serve/storage-address.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead record`: keeps what the upstream of a connector says.
 *
 * @param commandLine - The command line
 * @param given - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runRecord(commandLine: Arguments, given: Terminal): Promise<ExitName> {
  const terminal = withSecretFiles(given);
  const { directory } = terminal;
  const path = resolve(directory, commandLine.value("output") ?? "tape.json");
  const interaction = commandLine.count("again");
  const tape = interaction === undefined ? undefined : await readTape(path);
  if (tape !== undefined && interaction !== undefined && tape.interactions[interaction - 1] === undefined)
    throw usageError(
      `Could not read --again: expected 1 to ${tape.interactions.length}, the interactions of the tape, got ${interaction}.`,
    );
  const connector = await recordable(commandLine.operands[0] ?? "", directory);
  const stored = storedAccountOf(commandLine, { terminal, target: { connector: connector.id } });
  configureEgress({ allow: terminal.env["WELLHEAD_ALLOW"] ?? "" });
  const { formatTape, recordTape } = await import("@wellhead/testing");
  const account = (await stored?.read()) ?? {};
  try {
    const recorded = await recordTape(connector, {
      account,
      ...(tape !== undefined && interaction !== undefined
        ? { again: { tape, interaction } }
        : { reads: await readsOf(connector, commandLine) }),
      upstream: tape?.upstream ?? `The service that ${connector.name} reads`,
      variables: terminal.env,
      secrets: commandLine.values("secret"),
      publicTexts: commandLine.values("public"),
      onAccount: (changed) => stored?.keep(account, changed),
    });
    await writeFile(path, formatTape(recorded));
    await write(terminal.notes, `Wrote ${path}: ${recorded.interactions.length} interactions.\n`);
    return "success";
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConnectorError || !(error instanceof Error))
      throw error;
    throw error.message.startsWith("Could not ") ? usageError(error.message, { cause: error }) : error;
  } finally {
    await connector.close?.();
  }
}

/** Resolves the connector that a word names, unless its requests cannot be recorded. */
async function recordable(word: string, directory: string): Promise<Connector> {
  if (!isBucketAddress(word)) return await resolveConnector(word, { directory, taken: new Set() });
  throw usageError(
    `Could not record "${word}": a tape has the requests of an account, and a bucket is read with the credentials of the service. Copy some objects to a folder and serve the folder in tests.`,
  );
}

function storedAccountOf(commandLine: Arguments, options: StoredAccountOptions) {
  const typed = commandLine.value("account");
  return typed === undefined ? undefined : storedAccount(typed, options);
}

async function readsOf(connector: Connector, commandLine: Arguments): Promise<readonly TapeRead[]> {
  const wanted = commandLine.value("source");
  const limit = commandLine.count("limit");
  const sources = await connector.sources(wanted);
  const filters = commandLine.values("filter");
  if (wanted === undefined) {
    if (filters.length > 0) throw usageError("Could not read --filter: it needs --source.");
    return freeReads(sources).map((read) => ({ ...read, ...(limit !== undefined && { limit }) }));
  }
  const source = sources.get(wanted);
  if (source === undefined)
    throw usageError(
      `Could not read --source: the connector has no source "${wanted}".${didYouMean(wanted, [...sources.keys()])}`,
    );
  const fields = Object.entries(source.filter).map(([id, { type }]) => ({ id, type }));
  const filter = readFilters(filters, { id: wanted, filter: fields });
  return [{ source: wanted, filter, ...(limit !== undefined && { limit }) }];
}
