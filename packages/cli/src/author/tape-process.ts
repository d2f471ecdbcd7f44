import { configureEgress } from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import { endWithParent } from "@wellhead/server";
import { formatTape, parseTape, playFaults, playTape, recordTape } from "@wellhead/testing";
import { Arguments } from "../command-line/arguments.js";
import { findFault } from "../dev/find-fault.js";
import { withSecretFiles } from "../serve/make-service.js";
import { readSettings } from "../serve/serve-settings.js";
import { silentOutput } from "../terminal/silent-output.js";
import { freeReads } from "./free-reads.js";
import type { TapeOrder, TapeReport, TapeSubject, TapeTask } from "./tape-messages.js";

// The process of one recording or replay: the files of the author are loaded as they are now, and what they leave behind
// ends with it.

process.once("message", (order: TapeOrder) => {
  void work(order)
    .catch((error: unknown) => ({ type: "failed", message: findFault(error).message }) as const)
    .then((result) => {
      // Timers of the author would keep the process alive.
      process.send?.(result, () => process.exit());
    });
});
endWithParent();

async function work({ subject, task }: TapeOrder): Promise<TapeReport> {
  if (task.type === "record") return await record(await load(subject, task.connector), task);
  const tape = parseTape(task.tape);
  const connector = await load(subject, tape.connector);
  if (task.type === "faults") {
    const outcomes = await playFaults(
      connector,
      tape,
      task.kinds,
      (played, total) => void process.send?.({ type: "played", played, total } satisfies TapeReport),
    );
    return { type: "faults", outcomes };
  }
  const played = await playTape(connector, tape);
  return {
    type: "replayed",
    reads: played.map(({ read, rows }) => ({ source: read.source, rows: rows.length })),
  };
}

async function record(
  connector: Connector,
  { account, reads }: Extract<TapeTask, { type: "record" }>,
): Promise<TapeReport> {
  configureEgress({ allow: process.env["WELLHEAD_ALLOW"] ?? "" });
  const tape = await recordTape(connector, {
    account,
    reads: reads ?? freeReads(await connector.sources()),
    upstream: `The service that ${connector.name} reads`,
    variables: process.env,
    onAccount: (changed) => void process.send?.({ type: "account", account: changed } satisfies TapeReport),
  });
  const { interactions, reads: made } = tape;
  return {
    type: "recorded",
    text: formatTape(tape),
    interactions: interactions.length,
    reads: made.length,
  };
}

async function load({ words, config }: TapeSubject, id: string): Promise<Connector> {
  const terminal = withSecretFiles({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    notes: silentOutput(),
    isVerbose: false,
    env: process.env,
    directory: process.cwd(),
  });
  const options = new Map(config === undefined ? [] : [["config", [config]]]);
  const { connectors } = await readSettings(new Arguments(words, options), terminal);
  const found = connectors.filter((one) => "sources" in one);
  const connector = found.find((one) => one.id === id);
  if (connector !== undefined) return connector;
  throw new Error(
    `Could not find the connector "${id}" of the tape: the files define ${found.map((one) => one.id).join(", ") || "none"}. Record the tape again.`,
  );
}
