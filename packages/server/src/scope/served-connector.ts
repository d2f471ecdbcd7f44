import { type Egress, processEgress } from "@wellhead/runtime";
import { type Connector, type Source } from "@wellhead/sdk";
import { entityTag } from "../answer/entity-tag.js";
import { describeApplication } from "../faces/reports/describe/describe-application.js";
import { type Logo, loadLogo } from "../logo/load-logo.js";

/** A response body that is built once and sent many times. */
export interface PreparedBody {
  readonly body: Buffer | string;
  /** `ETag` header. */
  readonly tag: string;
}

/** A connector with its cached responses that are the same for every caller. It stores nothing about any account. */
export class ServedConnector {
  readonly connector: Connector;
  readonly #allow: string | undefined;
  /** Egress by account kind, with the process egress it was derived from. */
  readonly #egresses = new Map<string | undefined, { readonly base: Egress; readonly egress: Egress }>();
  #application:
    | { readonly sources: ReadonlyMap<string, Source>; readonly prepared: PreparedBody }
    | undefined;
  #logo: Promise<Logo> | undefined;
  #hasFixedSources = false;
  #settled: { readonly listed: unknown; readonly sources: ReadonlyMap<string, Source> } | undefined;

  /**
   * @param connector - The connector
   * @param allow - Private addresses the connector may reach. Default: those the service allows
   * @throws TypeError when that list cannot be parsed
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
   * Returns the egress of an account kind: what the operator allows the connector, narrowed to what the kind reaches.
   *
   * @param kind - Id of the kind; `undefined` before the account is known
   * @returns The egress; `undefined` when it is the egress of the process
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
   * @param sources - Current sources of the connector; the same map as before means that nothing has changed
   * @returns The response body of GET /
   */
  application(sources: ReadonlyMap<string, Source>): PreparedBody {
    if (this.#application?.sources !== sources) {
      const body = Buffer.from(JSON.stringify(describeApplication(this.connector, sources)));
      this.#application = { sources, prepared: { body, tag: entityTag(body) } };
    }
    return this.#application.prepared;
  }

  /** The response body of GET /; `undefined` if the sources may change, or until they are known to be fixed. */
  get fixedApplication(): PreparedBody | undefined {
    return this.#hasFixedSources ? this.#application?.prepared : undefined;
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
