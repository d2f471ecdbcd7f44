import { type Egress, processEgress } from "@wellhead/runtime";
import { type Connector, type Source } from "@wellhead/sdk";
import { entityTag, type PreparedBody } from "../answer/answer.js";
import { UseCount } from "../deadline/use-count.js";
import { type Logo, loadLogo } from "../logo/logo.js";

/** A prepared body, and the sources it was built from. */
interface Prepared {
  readonly sources: ReadonlyMap<string, Source>;
  readonly body: PreparedBody;
}

const noBodies: ReadonlyMap<string, PreparedBody> = new Map();

/** How a connector reaches the network. */
export interface ServedConnectorOptions {
  /** Private addresses the connector may reach. Default: those the service allows. */
  readonly allow?: string | undefined;
  /** Default: the egress of the process. */
  readonly egress?: Egress | undefined;
}

/** A connector with its cached responses that are the same for every caller. It stores nothing about any account. */
export class ServedConnector {
  readonly connector: Connector;
  /** What is using the connector: requests, and readings that may outlast them. */
  readonly uses = new UseCount();
  readonly #allow: string | undefined;
  readonly #egress: Egress | undefined;
  /** Egress by account kind, with the process egress it was derived from. */
  readonly #egresses = new Map<string | undefined, { readonly base: Egress; readonly egress: Egress }>();
  /** Response bodies by path. */
  readonly #prepared = new Map<string, Prepared>();
  #logo: Promise<Logo> | undefined;
  #hasFixedSources = false;
  #settled: { readonly listed: unknown; readonly sources: ReadonlyMap<string, Source> } | undefined;

  /**
   * @param connector - The connector
   * @param options - How it reaches the network
   * @throws TypeError when the list of addresses cannot be parsed
   */
  constructor(connector: Connector, { allow, egress }: ServedConnectorOptions = {}) {
    this.connector = connector;
    this.#egress = egress;
    this.#allow = allow;
    try {
      this.egressOf(undefined);
    } catch (error) {
      const fault = error instanceof Error ? error.message : "";
      throw new TypeError(fault.replace("WELLHEAD_ALLOW", `the addresses allowed to "${connector.id}"`), {
        cause: error,
      });
    }
  }

  /**
   * Returns the egress of an account kind: what the operator allows the connector, narrowed to what the kind reaches.
   *
   * @param kind - Id of the kind; `undefined` before the account is known
   * @returns The egress; `undefined` when it is the egress of the process
   */
  egressOf(kind: string | undefined): Egress | undefined {
    const reach = kind === undefined ? undefined : this.connector.accounts.get(kind)?.reach;
    if (this.#allow === undefined && reach === undefined) return this.#egress;
    const base = this.#egress ?? processEgress();
    const known = this.#egresses.get(kind);
    if (known?.base === base) return known.egress;
    const allow = this.#allow;
    const egress = base.with({
      ...(allow !== undefined && { allow }),
      ...(reach !== undefined && { reach }),
    });
    this.#egresses.set(kind, { base, egress });
    return egress;
  }

  /**
   * Returns a JSON body that depends only on the connector and its sources. It is built once.
   *
   * @param path - Path of its GET endpoint
   * @param sources - Current sources of the connector; the same map as before means that nothing has changed
   * @param describe - Returns the JSON value of the body
   * @returns The body
   */
  prepare(path: string, sources: ReadonlyMap<string, Source>, describe: () => object): PreparedBody {
    const known = this.#prepared.get(path);
    if (known?.sources === sources) return known.body;
    const bytes = Buffer.from(JSON.stringify(describe()));
    const body = { body: bytes, tag: entityTag(bytes) };
    this.#prepared.set(path, { sources, body });
    return body;
  }

  /** The prepared bodies by path; empty if the sources may change, or until they are known to be fixed. */
  get fixedBodies(): ReadonlyMap<string, PreparedBody> {
    if (!this.#hasFixedSources) return noBodies;
    return new Map([...this.#prepared].map(([path, { body }]) => [path, body]));
  }

  /**
   * Returns the sources without waiting if the connector has returned the same promise before. A connector whose
   * sources never change returns the same promise every time.
   *
   * @param listed - The promise the connector returned for its sources
   * @returns The sources if that promise has already resolved; otherwise `undefined`
   */
  settledSources(listed: unknown): ReadonlyMap<string, Source> | undefined {
    if (this.#settled?.listed !== listed) return undefined;
    this.#hasFixedSources = true;
    return this.#settled?.sources;
  }

  /**
   * @param listed - The promise the connector returned for its sources
   * @param sources - The value it resolved to
   */
  rememberSources(listed: unknown, sources: ReadonlyMap<string, Source>): void {
    this.#settled = { listed, sources };
  }

  /** @returns The logo; a failure to load it is not cached */
  logo(): Promise<Logo> {
    this.#logo ??= loadLogo(this.connector.logo).catch((error: unknown) => {
      this.#logo = undefined;
      throw error;
    });
    return this.#logo;
  }
}
