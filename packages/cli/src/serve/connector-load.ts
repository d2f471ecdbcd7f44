import type { Connector } from "@wellhead/sdk";

/**
 * One load of the connectors of a service. A later load imports modules again, and takes over the connectors whose
 * definition cannot have changed, such as a folder with its open engine.
 */
export class ConnectorLoad {
  /** 0 for the load at the start; no other load has the same number. */
  readonly number: number;
  readonly #before: ReadonlyMap<string, Connector>;
  readonly #kept = new Map<string, Connector>();
  readonly #created = new Set<Connector>();

  /**
   * @param number - 0 for the load at the start
   * @param before - Connectors to take over, by what defines them
   */
  constructor(number = 0, before: ReadonlyMap<string, Connector> = new Map()) {
    this.number = number;
    this.#before = before;
  }

  /**
   * @param number - Number of the attempt, since Node remembers also how an import failed
   * @returns A load that takes over the connectors of this one
   */
  next(number: number): ConnectorLoad {
    return new ConnectorLoad(number, this.#kept);
  }

  /**
   * Takes over a connector of the load before, or creates it.
   *
   * @param definition - Everything that defines the connector
   * @param create - Creates it
   * @returns The connector
   * @throws Whatever `create` throws
   */
  async keep(
    definition: readonly (string | number | boolean | undefined)[],
    create: () => Connector | Promise<Connector>,
  ): Promise<Connector> {
    const key = JSON.stringify(definition);
    const connector = this.#before.get(key) ?? this.add(await create());
    this.#kept.set(key, connector);
    return connector;
  }

  /**
   * Notes a connector that was created for this load, and is created again for the next.
   *
   * @param connector - The connector
   * @returns The same connector
   */
  add(connector: Connector): Connector {
    this.#created.add(connector);
    return connector;
  }

  /** Closes what was created for this load, which is not going to be served. */
  async discard(): Promise<void> {
    await Promise.allSettled([...this.#created].map(async (connector) => connector.close?.()));
  }
}
