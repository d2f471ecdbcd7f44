import { type Connector, type Egress, processEgress, type Source } from "@wellhead/sdk";
import { entityTag } from "../answer/entity-tag.js";
import { type Logo, loadLogo } from "../logo/load-logo.js";
import { describeApplication } from "./describe-application.js";

/** An answer made once and sent many times. */
export interface PreparedBody {
  readonly body: Buffer | string;
  /** `ETag` header. */
  readonly tag: string;
}

/** A connector and the answers about it that are the same for everybody. It keeps nothing of any account. */
export class ServedConnector {
  readonly connector: Connector;
  readonly #allow: string | undefined;
  /** Ways out by account kind, and what they were made from. */
  readonly #egresses = new Map<string | undefined, { readonly base: Egress; readonly egress: Egress }>();
  #application:
    | { readonly sources: ReadonlyMap<string, Source>; readonly prepared: PreparedBody }
    | undefined;
  #logo: Promise<Logo> | undefined;
  #hasFixedSources = false;
  #settled: { readonly listed: unknown; readonly sources: ReadonlyMap<string, Source> } | undefined;

  /**
   * @param connector - The connector
   * @param allow - Private addresses it may reach in place of those of the service. Default: those of the service
   * @throws TypeError when that list cannot be read
   */
  constructor(connector: Connector, allow?: string) {
    this.connector = connector;
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
   * Returns the way out of an account kind: what the operator permits to the connector, narrowed to what the kind reaches.
   *
   * @param kind - Id of the kind; `undefined` before the account is known
   * @returns The way out; `undefined` when it is that of the process
   */
  egressOf(kind: string | undefined): Egress | undefined {
    const reach = kind === undefined ? undefined : this.connector.accounts.get(kind)?.reach;
    if (this.#allow === undefined && reach === undefined) return undefined;
    const base = processEgress();
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
   * @param sources - Sources of the connector at the moment; the same map as before means that nothing has changed
   * @returns The answer of GET /
   */
  application(sources: ReadonlyMap<string, Source>): PreparedBody {
    if (this.#application?.sources !== sources) {
      const body = Buffer.from(JSON.stringify(describeApplication(this.connector, sources)));
      this.#application = { sources, prepared: { body, tag: entityTag(body) } };
    }
    return this.#application.prepared;
  }

  /** The answer of GET / once it is known that it never changes; `undefined` before, and where the sources may change. */
  get fixedApplication(): PreparedBody | undefined {
    return this.#hasFixedSources ? this.#application?.prepared : undefined;
  }

  /**
   * A connector whose sources never change gives the same promise every time, which need not be waited for twice.
   *
   * @param listed - What the connector gave when it was asked for its sources
   * @returns The sources, when that very promise has given them before
   */
  settledSources(listed: unknown): ReadonlyMap<string, Source> | undefined {
    if (this.#settled?.listed !== listed) return undefined;
    this.#hasFixedSources = true;
    return this.#settled?.sources;
  }

  /**
   * @param listed - What the connector gave when it was asked for its sources
   * @param sources - What that promise gave
   */
  rememberSources(listed: unknown, sources: ReadonlyMap<string, Source>): void {
    this.#settled = { listed, sources };
  }

  /** @returns The logo; a failure to read it is not remembered */
  logo(): Promise<Logo> {
    this.#logo ??= loadLogo(this.connector.logo).catch((error: unknown) => {
      this.#logo = undefined;
      throw error;
    });
    return this.#logo;
  }
}
