import { fieldTypes, streamErrorKey } from "@wellhead/contract/vocabulary";
import type { HttpDefinition } from "../http/http-definition.js";
import { checkForm } from "./check-form.js";
import type { ConnectorMembers } from "./connector.js";
import { definitionFault, isColor } from "./definition-fault.js";
import type { Sources } from "./source.js";

/**
 * Checks id, name, version, description, colour and logo.
 *
 * @param members - The plain members of a definition
 * @throws TypeError naming the first fault
 */
export function checkMembers(members: ConnectorMembers): void {
  const { id, name, version, description, color, logo } = members;
  if (typeof id !== "string" || !/^[a-z0-9][a-z0-9-]*$/.test(id)) {
    throw definitionFault(id, "id", `expected lower case letters, digits and hyphens, got "${id}"`);
  }
  for (const [key, value] of Object.entries({ name, version, description })) {
    if (typeof value !== "string" || value.trim() === "")
      throw definitionFault(id, key, "expected text, got nothing");
  }
  if (color !== undefined && !isColor(color)) {
    throw definitionFault(id, "color", `expected #RRGGBB, got "${color}"`);
  }
  if (logo !== undefined && !["file:", "https:"].includes(logo.protocol)) {
    throw definitionFault(id, "logo", `expected a file: or https: URL, got "${logo.protocol}"`);
  }
}

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

/**
 * Checks the sources: ids, names, filter forms, columns.
 *
 * @param connector - Id of the connector
 * @param sources - Sources by id
 * @throws TypeError naming the first fault
 * @see The connector contract, GET /, `sources[]`
 */
export function checkSources(connector: string, sources: Sources): void {
  for (const [id, source] of Object.entries(sources)) {
    const path = `sources.${id}`;
    if (id.trim() === "") throw definitionFault(connector, "sources", "expected text, got an empty id");
    if (typeof source.name !== "string" || source.name.trim() === "") {
      throw definitionFault(connector, `${path}.name`, "expected text, got nothing");
    }
    if (typeof source.rows !== "function")
      throw definitionFault(connector, `${path}.rows`, "expected a function");
    checkForm(connector, `${path}.filter`, {
      form: source.filter,
      allows: (type) => fieldTypes[type].filter,
      place: "filter",
    });
    if (typeof source.fields === "object" && Object.hasOwn(source.fields, streamErrorKey)) {
      throw definitionFault(
        connector,
        `${path}.fields`,
        `the name "${streamErrorKey}" is reserved for the record that ends a failed stream`,
      );
    }
  }
}
