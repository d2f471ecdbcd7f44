import { type Answer, answers, type SentRequest, startConnector } from "@wellhead/testing";
import { type TrinoOptions, trino } from "@wellhead/trino";

/** Origin of the coordinator. */
export const coordinator = "https://trino.example";
/** Origin of the store that has the spooled segments. */
export const store = "https://store.example";

/** The bodies of the responses of one query, after the first. */
export interface RemoteQuery {
  /** Data of each page: rows, or segments. */
  readonly pages: readonly unknown[];
  /** Answers in place of the cluster and its store; `undefined` leaves the request to them. */
  readonly intercept?: (request: SentRequest) => ReturnType<Answer> | undefined;
  /** Segments by path of the store. */
  readonly segments?: Readonly<Record<string, string>>;
}

/** Starts the connector in front of a cluster whose hosts are all reached by HTTPS, without a network. */
export async function startRemote(
  { pages, intercept, segments = {} }: RemoteQuery,
  { account, ...options }: TrinoOptions & { readonly account?: Readonly<Record<string, unknown>> } = {},
): ReturnType<typeof startConnector> {
  const columns = [{ name: "n", type: "bigint", typeSignature: { rawType: "bigint", arguments: [] } }];
  const message = (index: number) => ({
    id: "q",
    stats: { state: index < pages.length ? "RUNNING" : "FINISHED" },
    ...(index >= 0 && { columns, data: pages[index] }),
    ...(index + 1 < pages.length && { nextUri: `${coordinator}/v1/statement/executing/q/${index + 1}` }),
  });
  return await startConnector(trino(options), {
    account: account ?? { auth: "jwt", server: coordinator, catalog: "memory", token: "secret-token" },
    upstream: answers((request) => {
      const replaced = intercept?.(request);
      if (replaced !== undefined) return replaced;
      const { method, url } = request;
      if (url.origin === store) return { body: segments[url.pathname] ?? "" };
      if (method === "POST") return { body: message(-1) };
      if (method === "DELETE") return { status: 204 };
      const page = /\/executing\/q\/(\d+)$/.exec(url.pathname)?.[1];
      return page === undefined ? { body: "" } : { body: message(Number(page)) };
    }),
  });
}
