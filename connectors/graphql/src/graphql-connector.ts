import {
  type AnyAccount,
  basic,
  type Connector,
  type DiscoverContext,
  defineConnector,
  fields,
  type Http,
  isConnectorError,
  type MakeSource,
  none,
  password,
  type Sources,
  text,
  token,
} from "@wellhead/sdk";
import { queryFault } from "./read/query-too-large.js";
import { fetchSchema } from "./schema/fetch-schema.js";
import { findLists } from "./schema/find-lists.js";
import type { SchemaModel } from "./schema/schema.js";
import { chosenList } from "./sources/chosen-list.js";
import { listSource, tryAccount } from "./sources/list-source.js";

const logo = new URL("../logo.svg", import.meta.url);

/** Milliseconds for which a schema is used before it is fetched again. */
const freshMs = 60_000;

const accounts = {
  none: none(),
  token: token({ title: "Bearer token" }),
  basic: basic({ title: "User and password" }),
  key: fields({
    title: "Key in a header",
    fields: { header: text({ title: "Header", defaultValue: "X-Api-Key" }), key: password({ title: "Key" }) },
    authorize: ({ headers }, { header, key }) => {
      headers[header.trim().toLowerCase()] = key.reveal();
    },
  }),
};

/** Options of {@link graphqlConnector}. */
export interface GraphqlOptions {
  /** Address of the API, such as `https://api.example/graphql`. */
  readonly url: string;
  /** Id of the connector. Default: `graphql`. */
  readonly id?: string;
  /** Name of the connector. Default: the host of the API. */
  readonly name?: string;
  /** Headers of every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Account kinds that the API accepts. Default: all that this connector has. */
  readonly accounts?: readonly (keyof typeof accounts)[];
  /**
   * Whether the cursors of connections point to items, and items keep their order. Default: `false`; cursors may count items,
   * so a connection of several pages is read again until it stays the same.
   */
  readonly stable?: boolean;
  /** Clock in milliseconds. Default: the time of this machine. */
  readonly now?: () => number;
}

/**
 * Creates a connector for a GraphQL API. Each of its lists is a source. If the schema needs an account, there is one source,
 * in which a person chooses the list.
 *
 * @param options - Address of the API
 * @returns The connector
 * @throws TypeError when the address is not valid
 * @example
 * ```ts
 * export default graphqlConnector({ url: "https://api.example/graphql" });
 * ```
 */
export function graphqlConnector({ url, id = "graphql", headers, ...options }: GraphqlOptions): Connector {
  const address = addressOf(url);
  const { host, origin } = new URL(address);
  const { accounts: kinds = ["none", "token", "basic", "key"] } = options;
  const { now = Date.now, stable: isStable = false } = options;
  const finder = new SourceFinder({ url: address, isStable }, now);
  return defineConnector({
    id,
    name: options.name ?? host,
    version: "1.0.0",
    description: `Lists of the GraphQL API at ${host}`,
    logo,
    accounts: Object.fromEntries(kinds.map((kind) => [kind, accounts[kind]])),
    http: {
      baseUrl: origin,
      headers: { accept: "application/json", ...headers },
      fault: queryFault,
    },
    identify: async ({ http }) => {
      await tryAccount(http, address);
      return { name: host };
    },
    discover: (make, _id, context) => finder.find(make, context),
  });
}

function addressOf(url: string): string {
  const address = url.trim();
  if (URL.canParse(address) && /^https?:\/\/[^/@#]+(?:\/[^@#]*)?$/i.test(address)) return address;
  throw new TypeError(
    `Could not make a GraphQL connector: expected the address of an API, such as https://api.example/graphql, got "${url.replace(/\/\/[^/]*@/, "//")}".`,
  );
}

/** Keeps the sources, and the schema that they come from, for a while. */
class SourceFinder {
  readonly #api: { readonly url: string; readonly isStable: boolean };
  readonly #now: () => number;
  #sources: { readonly found: Sources; readonly until: number } | undefined;
  #schema: { readonly found: Promise<SchemaModel>; readonly until: number } | undefined;

  constructor(api: { readonly url: string; readonly isStable: boolean }, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  async find(make: MakeSource<AnyAccount>, context: DiscoverContext | undefined): Promise<Sources> {
    if (this.#sources !== undefined && this.#now() < this.#sources.until) return this.#sources.found;
    if (context === undefined)
      throw new Error("Could not find the sources of a GraphQL API: they need the HTTP client of a service.");
    const found = await this.#make(make, context.http);
    this.#sources = { found, until: this.#now() + freshMs };
    return found;
  }

  async #make(make: MakeSource<AnyAccount>, http: Http): Promise<Sources> {
    const api = this.#api;
    const schema = await this.#openSchema(http);
    if (schema === undefined)
      return { list: chosenList(make, { ...api, schema: (client) => this.#guardedSchema(client) }) };
    const lists = [...findLists(schema).values()];
    return Object.fromEntries(lists.map((list) => [list.id, listSource(make, { ...api, schema, list })]));
  }

  /** Fetches the schema without an account; `undefined` when the API requires one. */
  async #openSchema(http: Http): Promise<SchemaModel | undefined> {
    try {
      return await fetchSchema(http, this.#api.url);
    } catch (error) {
      if (isConnectorError(error) && error.code === "account_invalid") return undefined;
      throw error;
    }
  }

  /** Fetches the schema with the account of a request. Its names are the same for all accounts. */
  async #guardedSchema(http: Http): Promise<SchemaModel> {
    if (this.#schema !== undefined && this.#now() < this.#schema.until) return await this.#schema.found;
    const found = fetchSchema(http, this.#api.url);
    this.#schema = { found, until: this.#now() + freshMs };
    found.catch(() => {
      this.#schema = undefined;
    });
    return await found;
  }
}
