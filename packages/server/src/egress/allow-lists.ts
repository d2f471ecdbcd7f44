import type { Variables } from "../callers/caller-settings.js";

/** Private addresses that single connectors may reach, in place of those of the service. */
export class AllowLists {
  readonly #given: Readonly<Record<string, string>>;
  readonly #variables: Variables;

  /**
   * @param given - Lists by id of the connector, each written as `WELLHEAD_ALLOW` is
   * @param variables - Environment, which has the lists that are not given
   */
  constructor(given: Readonly<Record<string, string>>, variables: Variables) {
    this.#given = given;
    this.#variables = variables;
  }

  /**
   * @param id - Id of a connector
   * @returns Its list; `undefined` when it has none of its own
   */
  of(id: string): string | undefined {
    if (Object.hasOwn(this.#given, id)) return this.#given[id];
    return this.#variables[`WELLHEAD_ALLOW_${id.toUpperCase().replaceAll("-", "_")}`];
  }

  /**
   * Refuses a list for a connector that is not there, which would silently mean nothing.
   *
   * @param ids - Ids of the connectors of the service
   * @throws TypeError naming the id and those that are there
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
