import { createHash } from "node:crypto";
import { type Http, isConnectorError, shape, upstreamUnavailable } from "@wellhead/sdk";
import { readTable } from "./read-table.js";
import type { SheetRow } from "./row-writer.js";
import type { SheetTable } from "./sheet.js";

/** Maximum number of times that rows are read again to compare them. */
const maxComparisons = 3;

/** Members of a file in Drive that are read. */
const revisionShape = shape.object({ version: shape.text, modifiedTime: shape.text });

/** A spreadsheet that is read. */
export interface UnchangedOptions {
  /** URL of Google Drive. */
  readonly drive: string;
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  /** Finds the columns and the rows. */
  readonly describe: () => Promise<SheetTable>;
}

/**
 * Reads the rows of a table. Rows have no identity, so the only proof that none was lost or doubled, and that all have
 * the right names, is that the spreadsheet did not change from before its header was read until after its last row. If it
 * did, the rows are read again and compared: rows that were only added below change nothing.
 *
 * @param http - Client of the request
 * @param options - The spreadsheet
 * @returns The rows
 * @throws ConnectorError `upstream_unavailable` after the rows if they have changed
 * @see https://developers.google.com/workspace/drive/api/reference/rest/v3/files
 */
export async function* readUnchanged(
  http: Http,
  { drive, spreadsheet, describe }: UnchangedOptions,
): AsyncGenerator<readonly SheetRow[]> {
  const revision = () => readRevision(http, drive, spreadsheet);
  const before = await revision();
  const table = await describe();
  const digests: string[] = [];
  for await (const batch of readTable(http, table)) {
    digests.push(...batch.map((row) => digestOf(row)));
    yield batch;
  }
  let after = await revision();
  if (after !== undefined && after === before) return;
  for (let comparison = 1; comparison <= maxComparisons; comparison += 1) {
    if (!(await isSame(http, { table, digests, again: await describe() }))) break;
    const now = await revision();
    if (now === after) return;
    after = now;
  }
  throw upstreamUnavailable(
    "Could not read the sheet as it was at one time: it was changed while it was read, so rows may be missing or doubled. Read it again.",
  );
}

/** Returns the revision of a file; `undefined` if the account cannot read it, because Drive's API is a service of its own. */
async function readRevision(http: Http, drive: string, file: string): Promise<string | undefined> {
  try {
    const query = { fields: "version,modifiedTime", supportsAllDrives: true };
    const found = await http
      .get(`${drive}/drive/v3/files/${encodeURIComponent(file)}`, { query })
      .json(revisionShape);
    const { version, modifiedTime } = found;
    return version || modifiedTime ? `${version ?? ""} ${modifiedTime ?? ""}` : undefined;
  } catch (error) {
    if (isConnectorError(error) && (error.status === 400 || error.status === 401)) return undefined;
    throw error;
  }
}

function digestOf(row: SheetRow): string {
  return createHash("sha1").update(JSON.stringify(row)).digest("base64").slice(0, 12);
}

/** Returns whether a table still begins with the rows that were read. */
async function isSame(
  http: Http,
  {
    table,
    digests,
    again,
  }: { readonly table: SheetTable; readonly digests: readonly string[]; readonly again: SheetTable },
): Promise<boolean> {
  if (namesOf(table) !== namesOf(again)) return false;
  let index = 0;
  for await (const batch of readTable(http, table)) {
    for (const row of batch) {
      if (index < digests.length && digestOf(row) !== digests[index]) return false;
      index += 1;
    }
  }
  return index >= digests.length;
}

function namesOf({ parts }: SheetTable): string {
  return JSON.stringify(
    parts.map(({ sheet, firstRow, firstColumn, columns }) => [
      sheet,
      firstRow,
      firstColumn,
      columns.map(({ id }) => id),
    ]),
  );
}
