import type { Variables } from "./caller-settings.js";

/** Private addresses that individual connectors may reach, instead of those of the service. */
export class AllowLists {
  readonly #given: Readonly<Record<string, string>>;
  readonly #variables: Variables;

  /**
   * @param given - Lists by id of the connector, each in the format of `WELLHEAD_ALLOW`
   * @param variables - The environment, which holds the lists of all other connectors
   */
  constructor(given: Readonly<Record<string, string>>, variables: Variables) {
    this.#given = given;
    this.#variables = variables;
  }

  /**
   * @param id - Id of a connector
   * @returns The list of this connector; `undefined` when it does not have its own
   */
  of(id: string): string | undefined {
    if (Object.hasOwn(this.#given, id)) return this.#given[id];
    return this.#variables[`WELLHEAD_ALLOW_${id.toUpperCase().replaceAll("-", "_")}`];
  }

  /**
   * Rejects lists for connectors that do not exist, because such a list would have no effect.
   *
   * @param ids - Ids of the connectors of the service
   * @throws TypeError that names the unknown id and the known ones
   */
  check(ids: readonly string[]): void {
    for (const id of Object.keys(this.#given)) {
      if (ids.includes(id)) continue;
      throw new TypeError(
        `Could not read the addresses allowed to "${id.slice(0, 80)}": expected the id of a connector of this service, ${ids.map((known) => `"${known}"`).join(" or ")}.`,
      );
    }
  }
}
