import type { RunRequest, SqlRequest } from "@wellhead/workbench/protocol";
import { type Account, flatAccount } from "../../connect/account/account.js";
import { currentAccountOf, replaceMembers } from "../../connect/account/accounts.js";
import type { JsonRecord } from "../../text/record.js";
import { RowStream } from "./row-stream.js";

/** The rows of the source that is shown. */
export const sourceStream = new RowStream();

/** The rows of the latest statement. */
export const sqlStream = new RowStream();

/** The state of `sourceStream`. */
export const stream = sourceStream.state;

/** A request for rows. */
export interface RowsRequest {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Requests all rows of a source. The account has just been validated for them. */
export function startStream({ base, source, account, filter }: RowsRequest): void {
  const body: RunRequest = {
    base,
    source,
    filter,
    ...(account !== undefined && { account: flatAccount(account), validate: false }),
  };
  sourceStream.start({
    path: "runs",
    body,
    base,
    source,
    connectors: [{ name: "", base, account: account?.name }],
  });
}

/** Cancels the request; the rows that have arrived are kept. */
export function cancelStream(): void {
  sourceStream.cancel();
}

/** Runs a statement over the sources of connectors, each with its current account. */
export function startSql(
  sql: string,
  connectors: readonly { readonly name: string; readonly base: string }[],
): void {
  const used = connectors.map(({ name, base }) => ({ name, base, account: currentAccountOf(base) }));
  const body: SqlRequest = {
    sql,
    connectors: used.map(({ name, base, account }) => ({
      name,
      base,
      ...(account !== undefined && { account: flatAccount(account) }),
    })),
  };
  sqlStream.start({
    path: "sql",
    body,
    base: "",
    source: "",
    connectors: used.map(({ name, base, account }) => ({ name, base, account: account?.name })),
    storeAccount: (event) => {
      const account = used.find(({ base }) => base === event.base)?.account;
      if (account !== undefined) replaceMembers(account, event.account, "use");
    },
  });
}
