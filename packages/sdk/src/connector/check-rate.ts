import type { HttpDefinition } from "../http/http-definition.js";
import { definitionFault } from "./definition-fault.js";

/**
 * Checks the declared limits of an upstream. A limit that no request can satisfy would block every request.
 *
 * @param connector - Id of the connector
 * @param http - The connector's HTTP definition
 * @throws TypeError naming the first fault and its path
 */
export function checkRate(connector: string, http: Pick<HttpDefinition, "rate"> | undefined): void {
  for (const limit of [http?.rate ?? []].flat()) {
    const { reserve = 0 } = limit;
    const [name, count] =
      "maxConcurrent" in limit ? ["maxConcurrent", limit.maxConcurrent] : ["requests", limit.requests];
    const check = (member: string, isGood: boolean, expected: string): void => {
      if (!isGood) throw definitionFault(connector, `http.rate.${member}`, `expected ${expected}`);
    };
    check(name, Number.isSafeInteger(count) && count >= 1, "a whole number of at least 1");
    check("reserve", reserve >= 0 && reserve <= 1, "a share from 0 to 1");
    if ("seconds" in limit) check("seconds", limit.seconds > 0, "a number above 0");
  }
}
