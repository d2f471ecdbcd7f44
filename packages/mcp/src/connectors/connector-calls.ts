import type { Account, ExchangeObserver } from "@wellhead/client";
import type { Connection, QueriedConnector } from "@wellhead/results";
import { ToolError } from "../errors/tool-error.js";
import { findSecrets } from "../secrets/find-secrets.js";
import type { Redactor } from "../secrets/redactor.js";
import type { McpConnector } from "./mcp-connector.js";
import type { RequestBudget } from "./request-budget.js";

/** Number of calls of an endpoint of a connector. */
export interface RequestCount {
  readonly connector: string;
  /** Method and path, such as `POST /`. */
  readonly request: string;
  readonly count: number;
}

/** Options of {@link ConnectorCalls}. */
export interface ConnectorCallsOptions {
  readonly connectors: readonly McpConnector[];
  readonly redactor: Redactor;
  readonly budget: RequestBudget;
}

/** The requests of one tool call. Every tool call opens its connectors again, so that no description is stale. */
export class ConnectorCalls {
  readonly #options: ConnectorCallsOptions;
  readonly #counts = new Map<string, RequestCount>();

  /** @param options - The connectors, the request budget, and the redactor */
  constructor(options: ConnectorCallsOptions) {
    this.#options = options;
  }

  /** The requests so far. */
  get requests(): readonly RequestCount[] {
    return [...this.#counts.values()];
  }

  /**
   * Returns the connectors for a query.
   *
   * @param signal - Ends their requests
   * @returns Each connector, which is opened only when the query may read from it
   */
  queried(signal: AbortSignal): readonly QueriedConnector[] {
    return this.#options.connectors.map((connector) => ({
      name: connector.name,
      open: () => this.#open(connector, signal),
    }));
  }

  /**
   * Opens a connector and requests its description.
   *
   * @param name - Name of the connector; the case of letters is ignored
   * @param signal - Ends the request
   * @returns The connector
   * @throws ToolError when there is no such connector; ConnectorError when it does not respond
   */
  async describe(name: string, signal: AbortSignal): Promise<Connection> {
    const { connectors } = this.#options;
    const known = connectors.find((connector) => connector.name.toLowerCase() === name.toLowerCase());
    if (known !== undefined) return { name: known.name, ...(await this.#open(known, signal)) };
    throw new ToolError(
      `Could not find the connector "${name}". Connectors: ${connectors.map((connector) => connector.name).join(", ")}.`,
    );
  }

  /**
   * Stores the account of a connector after POST /validate, and protects its new secrets.
   *
   * @param connection - The connector
   * @param valid - The account as the connector returned it
   */
  async keepAccount({ name, application, account = {} }: Connection, valid: Account): Promise<void> {
    this.#options.redactor.add(findSecrets(valid, application.accountKinds));
    await this.#options.connectors
      .find((connector) => connector.name === name)
      ?.account?.keep(account, valid);
  }

  async #open(
    { name, connect, account, secrets = [] }: McpConnector,
    signal: AbortSignal,
  ): Promise<Omit<Connection, "name">> {
    const { redactor } = this.#options;
    redactor.add(secrets);
    const connector = connect(this.#observe(name));
    const stored = await account?.read();
    try {
      const application = await connector.describe({ signal });
      // No request has contained the account yet. The description declares which of its members are secret.
      if (stored !== undefined) redactor.add(findSecrets(stored, application.accountKinds));
      return { connector, account: stored, application };
    } catch (error) {
      if (stored !== undefined) redactor.add(findSecrets(stored, []));
      throw error;
    }
  }

  #observe(name: string): ExchangeObserver {
    return ({ method, url }) => {
      this.#options.budget.take();
      const path = /\/(?:validate|datalist|schema|timezone|logo)$/.exec(url.pathname)?.[0] ?? "/";
      const request = `${method} ${path}`;
      const key = JSON.stringify([name, request]);
      const count = (this.#counts.get(key)?.count ?? 0) + 1;
      this.#counts.set(key, { connector: name, request, count });
      return undefined;
    };
  }
}
