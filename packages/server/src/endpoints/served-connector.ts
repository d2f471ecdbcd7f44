import { createHash } from "node:crypto";
import type { Connector, Source } from "@wellhead/sdk";
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

  /** @returns The logo; a failure to read it is not remembered */
  logo(): Promise<Logo> {
    this.#logo ??= loadLogo(this.connector.logo).catch((error: unknown) => {
      this.#logo = undefined;
      throw error;
    });
    return this.#logo;
  }
}

/**
 * Makes the `ETag` of some bytes.
 *
 * @param body - The bytes
 * @returns A strong tag, in quotes
 */
export function entityTag(body: Uint8Array | string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}
