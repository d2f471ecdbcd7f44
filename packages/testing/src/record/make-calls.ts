import type {
  Account,
  Application,
  Connector as ConnectorClient,
  ExactRow,
  RowReading,
} from "@wellhead/client";
import type { TapeRead } from "../tape/tape.js";

/** What {@link makeCalls} calls. */
export interface Calls {
  /** A working account. */
  readonly account: Account;
  readonly reads: readonly TapeRead[];
  /** Receives the account when its tokens were renewed. Default: not called. */
  readonly onAccount?: ((account: Account) => void | Promise<void>) | undefined;
}

/** Rows of one read of a tape. */
export interface PlayedRead {
  readonly read: TapeRead;
  readonly rows: readonly ExactRow[];
}

/**
 * Makes the calls of a tape: checks the account, and for each read requests the options of its filter and its rows.
 *
 * @param client - The connector
 * @param calls - Account and reads
 * @returns The rows
 * @throws ConnectorError when a call fails, IncompleteRowsError when rows are missing
 */
export async function makeCalls(
  client: ConnectorClient,
  { account, reads, onAccount }: Calls,
): Promise<readonly PlayedRead[]> {
  const application = await client.describe();
  const valid = await client.validate(account);
  if (Object.entries(account).some(([name, value]) => JSON.stringify(valid[name]) !== JSON.stringify(value)))
    await onAccount?.(valid);
  const played: PlayedRead[] = [];
  for (const read of reads) {
    await readOptions(client, { application, account: valid, read });
    played.push({
      read,
      rows: await rowsOf(await client.rows({ ...read, account: valid, validate: false })),
    });
  }
  return played;
}

/** Requests the options of each filter field of a read, if the read has the values that they depend on. */
async function readOptions(
  client: ConnectorClient,
  call: { readonly application: Application; readonly account: Account; readonly read: TapeRead },
): Promise<void> {
  const { application, account, read } = call;
  const { source: id, filter = {} } = read;
  const source = application.sources.find((one) => one.id === id);
  for (const { id: field, hasDatalist, dependsOn } of source?.filter ?? []) {
    if (!hasDatalist || dependsOn.some((other) => filter[other] === undefined)) continue;
    const given = Object.fromEntries(dependsOn.map((other) => [other, filter[other]]));
    await client.options({ source: id, field, dependsOn: given, account, validate: false });
  }
}

async function rowsOf(reading: RowReading): Promise<readonly ExactRow[]> {
  const rows: ExactRow[] = [];
  for await (const batch of reading) rows.push(...batch.rows());
  return rows;
}
