import {
  type AnyAccount,
  basic,
  type Connector,
  type DiscoverContext,
  defineConnector,
  fields,
  type Http,
  type HttpAnswer,
  inputInvalid,
  isConnectorError,
  type MakeSource,
  none,
  password,
  refusalReason,
  type Sources,
  text,
  token,
} from "@wellhead/sdk";
import { checkService } from "./metadata/check-service.js";
import { fetchMetadata } from "./metadata/fetch-model.js";
import { readModel } from "./metadata/read-model.js";
import { chosenSet } from "./sources/chosen-set.js";
import { setSource } from "./sources/set-source.js";

const logo = new URL("../logo.svg", import.meta.url);

/** Milliseconds for which metadata is used before it is fetched again. */
const freshMs = 60_000;

/** Account kinds for any service. */
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

/** Options of {@link odataConnector}. */
export interface ODataOptions {
  /** Root of the service, such as `https://services.example/odata/v4`. */
  readonly url: string;
  /** Id of the connector. Default: `odata`. */
  readonly id?: string;
  /** Name of the connector. Default: the host of the service. */
  readonly name?: string;
  /** Headers of every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Property by set that increases with every change, so that only changes are synchronized. Default: none. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Account kinds that the service accepts. Default: all that this connector has. */
  readonly accounts?: readonly (keyof typeof accounts)[];
  /** Clock in milliseconds. Default: the time of this machine. */
  readonly now?: () => number;
}

/**
 * Creates a connector for an OData service of version 4. Each entity set is a source. If the metadata needs an account,
 * there is one source, in which a person chooses the set.
 *
 * @param options - Address of the service, and what its metadata does not say
 * @returns The connector
 * @throws TypeError when the address is not valid
 * @example
 * ```ts
 * export default odataConnector({ url: "https://services.example/odata/v4", changes: { Orders: "ModifiedAt" } });
 * ```
 */
export function odataConnector({ url, id = "odata", headers, ...options }: ODataOptions): Connector {
  const root = rootOf(url);
  const { host } = new URL(root);
  const { accounts: kinds = ["none", "token", "basic", "key"] } = options;
  const finder = new SourceFinder({ root, ...options });
  return defineConnector({
    id,
    name: options.name ?? host,
    version: "1.0.0",
    description: `Entity sets of the OData service at ${host}`,
    logo,
    accounts: Object.fromEntries(kinds.map((kind) => [kind, accounts[kind]])),
    http: {
      baseUrl: root,
      headers: { accept: "application/json", "odata-maxversion": "4.01", ...headers },
      fault: refusedQuery,
      // A service without server paging returns a whole set.
      limits: { pageBytes: 64 * 1024 * 1024 },
    },
    identify: async ({ http }) => {
      await checkService(http);
      return { name: host };
    },
    discover: (make, _id, context) => finder.find(make, context),
  });
}

/** A service refuses a query that it cannot evaluate: with 400, or 501 for what it does not implement. */
function refusedQuery(answer: HttpAnswer): Error | undefined {
  const { status } = answer;
  if (status !== 400 && status !== 501) return undefined;
  const reason = refusalReason(answer);
  const detail = reason === undefined ? "" : `: ${reason}`;
  return inputInvalid(
    `Could not read the set: the service refused the query (${status})${detail}. Check the filter.`,
  );
}

function rootOf(url: string): string {
  const root = url.trim().replace(/\/?(?:\$metadata)?\/?$/, "");
  if (URL.canParse(root) && /^https?:\/\/[^/@?#]+(?:\/[^@?#]*)?$/i.test(root)) return root;
  throw new TypeError(
    `Could not make an OData connector: expected the root of a service, such as https://services.example/odata/v4, got "${url.replace(/\/\/[^/]*@/, "//")}".`,
  );
}

interface FinderOptions extends Pick<ODataOptions, "changes" | "now"> {
  /** Root of the service. */
  readonly root: string;
}

/** Keeps the sources until the metadata has changed. */
class SourceFinder {
  readonly #options: FinderOptions;
  #last:
    | { readonly metadata: string | undefined; readonly sources: Sources; readonly until: number }
    | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  async find(make: MakeSource<AnyAccount>, context: DiscoverContext | undefined): Promise<Sources> {
    const { now = Date.now } = this.#options;
    const last = this.#last;
    if (last !== undefined && now() < last.until) return last.sources;
    if (context === undefined)
      throw new Error(
        "Could not find the sources of an OData service: they need the HTTP client of a service.",
      );
    const metadata = await openMetadata(context.http);
    const sources =
      last?.metadata === metadata && last !== undefined ? last.sources : this.#make(make, metadata);
    this.#last = { metadata, sources, until: now() + freshMs };
    return sources;
  }

  #make(make: MakeSource<AnyAccount>, metadata: string | undefined): Sources {
    const { root, changes = {} } = this.#options;
    if (metadata === undefined) return { set: chosenSet(make, root) };
    const model = readModel(metadata);
    return Object.fromEntries(
      [...model.sets.values()].map((set) => [
        set.name,
        setSource(make, model, { root, set, changed: changes[set.name] }),
      ]),
    );
  }
}

/** Fetches the metadata without an account; `undefined` when the service requires one. */
async function openMetadata(http: Http): Promise<string | undefined> {
  try {
    return await fetchMetadata(http);
  } catch (error) {
    if (isConnectorError(error) && error.code === "account_invalid") return undefined;
    throw error;
  }
}
