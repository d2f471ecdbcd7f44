import { type Account, Connector as ConnectorClient } from "@wellhead/client";
import { type Egress, processEgress } from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import { createApp, secretTexts } from "@wellhead/server";
import { findLeaks } from "../tape/find-leaks.js";
import type { Tape, TapeRead } from "../tape/tape.js";
import { placeholderOf, TapeRecorder } from "../tape/tape-recorder.js";
import { makeCalls } from "./make-calls.js";

/** Options of {@link recordTape}. */
export interface RecordTapeOptions {
  /** A working account, flat. */
  readonly account: Account;
  /** What to read. Default: with `again`, what the tape reads; otherwise nothing but the account. */
  readonly reads?: readonly TapeRead[];
  /** What responds, in one sentence, for readers of the tape. */
  readonly upstream: string;
  /** A tape of which one interaction is recorded again, by its number from 1. Default: everything is recorded. */
  readonly again?: { readonly tape: Tape; readonly interaction: number };
  /**
   * Addresses of servers that respond in place of others, by origin, such as
   * `{ "https://api.example.org": "http://127.0.0.1:4000" }`. Default: none.
   */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Secrets to replace, in addition to those of the account. Default: none. */
  readonly secrets?: readonly string[];
  /** Texts that look like secrets and are none, such as the id of a document. Default: none. */
  readonly publicTexts?: readonly string[];
  /** How the network is reached. Default: the egress of the process. */
  readonly egress?: Egress;
  /** Time of the service while it records. Default: the present, or that of the tape with `again`. */
  readonly now?: Date;
  /** Variables of the deployment, such as client ids of OAuth. Default: those of the process. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Receives the account when its tokens were renewed; store it, because the old ones may be void. */
  readonly onAccount?: (account: Account) => void | Promise<void>;
}

/**
 * Reads with a connector as a data platform does, and keeps what its upstream said: to the account, to a wrong account,
 * to the lists of options, and to the reads.
 *
 * @param connector - The connector
 * @param options - Account and reads
 * @returns The tape, without secrets
 * @throws Error that says where the tape contains what looks like a secret; nothing is returned then. ConnectorError of
 *   `@wellhead/client` when a call fails
 */
export async function recordTape(connector: Connector, options: RecordTapeOptions): Promise<Tape> {
  const { again, account } = options;
  const members = secretsOf(connector, account);
  const now = options.now ?? (again === undefined ? new Date() : new Date(again.tape.recordedAt));
  const recorder = new TapeRecorder({
    secrets: [...members, ...(options.secrets ?? [])],
    standIns: options.standIns ?? {},
    known: (again?.tape.interactions ?? []).filter((_one, index) => index + 1 !== again?.interaction),
  });
  const reads = options.reads ?? again?.tape.reads ?? [];
  const { variables } = options;
  const app = await createApp({
    connectors: [connector],
    egress: (options.egress ?? processEgress()).with({ layer: recorder.layer }),
    now: () => now,
    accounts: { ...(variables && { variables }) },
    callers: {},
    tls: false,
    logger: false,
    audit: false,
  });
  try {
    const { url } = await app.listen({ port: 0 });
    const client = new ConnectorClient(url, { now: () => now.getTime() });
    await makeCalls(client, { account, reads, onAccount: options.onAccount });
    if (members.length > 0) await refuse(client, recorder, withWrongSecrets(account, members));
  } finally {
    await app.close();
  }
  const tape: Tape = {
    tape: 1,
    connector: connector.id,
    upstream: options.upstream,
    recordedAt: now.toISOString(),
    seed: again?.tape.seed ?? 1,
    account: withPlaceholders(account, members),
    reads,
    interactions: again === undefined ? recorder.interactions() : spliced(again, recorder),
  };
  refuseLeaks(tape, recorder.secrets, options.publicTexts);
  return tape;
}

/** Checks the account with other secrets: a connector that does not check them records nothing here. */
async function refuse(client: ConnectorClient, recorder: TapeRecorder, account: Account): Promise<void> {
  recorder.refused = true;
  await client.validate(account).catch(() => undefined);
  recorder.refused = false;
}

function spliced({ tape, interaction }: NonNullable<RecordTapeOptions["again"]>, recorder: TapeRecorder) {
  const recorded = recorder.interactions();
  if (recorded.length === 0)
    throw new Error(
      `Could not record interaction ${interaction} again: nothing requested it. Record the whole tape again.`,
    );
  return [
    ...tape.interactions.slice(0, interaction - 1),
    ...recorded,
    ...tape.interactions.slice(interaction),
  ];
}

function secretsOf(connector: Connector, account: Account): readonly string[] {
  const kind = account["auth"] ?? account["identifier"] ?? [...connector.accounts.keys()][0];
  const form = (typeof kind === "string" && connector.accounts.get(kind)?.fields) || {};
  return secretTexts(form, account).filter((text) => text !== "");
}

function withPlaceholders(account: Account, secrets: readonly string[]): Account {
  return mapMembers(account, (name, text) => (secrets.includes(text) ? placeholderOf(name, text) : text));
}

function withWrongSecrets(account: Account, secrets: readonly string[]): Account {
  return mapMembers(account, (name, text) =>
    secrets.includes(text) ? `${placeholderOf(name, text)}-wrong` : text,
  );
}

function mapMembers(account: Account, change: (name: string, text: string) => string): Account {
  return Object.fromEntries(
    Object.entries(account).map(([name, value]) => [
      name,
      typeof value === "string" ? change(name, value) : value,
    ]),
  );
}

function refuseLeaks(
  tape: Tape,
  secrets: readonly string[],
  publicTexts: readonly string[] | undefined,
): void {
  const leaks = findLeaks(tape, secrets, publicTexts);
  if (leaks.length === 0) return;
  const lines = leaks.map(({ place, reason }) => `  ${place}: ${reason}`);
  throw new Error(
    `Could not write the tape: it may contain secrets. Declare each as a secret, or as public if it is none.\n${lines.join("\n")}`,
  );
}
