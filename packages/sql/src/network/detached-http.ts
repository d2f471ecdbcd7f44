import type { AccountKind, AnyAccount, HttpDefinition, WritingHttp } from "@wellhead/sdk";

/** Options of {@link detachedHttp}. */
export interface DetachedHttpOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** How the connector reaches its server. */
  readonly definition: HttpDefinition;
  /** Kind of the account, which signs the requests. */
  readonly kind: AccountKind | undefined;
  /** The account. */
  readonly account: AnyAccount;
  /** Aborts the calls. */
  readonly signal: AbortSignal;
}

const silent = { info: () => undefined, warn: () => undefined };

/**
 * Opens an HTTP client for work that does not belong to a running request: reading the columns of pinned tables, and
 * cancelling a query whose caller has disconnected. It cannot refresh an account.
 *
 * @param options - The definition and the account
 * @returns The client
 */
export async function detachedHttp(options: DetachedHttpOptions): Promise<WritingHttp> {
  // Imported on use, because the workers that stream rows need nothing of it.
  const { CurrentAccount, openHttp } = await import("@wellhead/runtime");
  const { connector, definition, kind, account, signal } = options;
  return openHttp({
    connector,
    definition,
    account: new CurrentAccount({ account, kind, now: Date.now }),
    context: { account, signal, log: silent, requestId: "", caller: "" },
    interactive: true,
  });
}
