import type { Connector, Source } from "@wellhead/sdk";
import { entityTag } from "../answer/entity-tag.js";
import { type Logo, loadLogo } from "../logo/load-logo.js";
import { describeApplication } from "./describe-application.js";

/** An answer made once and sent many times. */
export interface PreparedBody {
  readonly body: Buffer;
  /** `ETag` header. */
  readonly tag: string;
}

/** A connector and the answers about it that are the same for everybody. It keeps nothing of any account. */
export class ServedConnector {
  readonly connector: Connector;
  #application:
    | { readonly sources: ReadonlyMap<string, Source>; readonly prepared: PreparedBody }
    | undefined;
  #logo: Promise<Logo> | undefined;
  #settled: { readonly listed: unknown; readonly sources: ReadonlyMap<string, Source> } | undefined;

  /** @param connector - The connector */
  constructor(connector: Connector) {
    this.connector = connector;
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

  /**
   * A connector whose sources never change gives the same promise every time, which need not be waited for twice.
   *
   * @param listed - What the connector gave when it was asked for its sources
   * @returns The sources, when that very promise has given them before
   */
  settledSources(listed: unknown): ReadonlyMap<string, Source> | undefined {
    return this.#settled?.listed === listed ? this.#settled?.sources : undefined;
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
