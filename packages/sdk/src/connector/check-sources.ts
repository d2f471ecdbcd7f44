import { fieldTypes, streamErrorKey } from "@wellhead/contract";
import { checkForm } from "./check-form.js";
import { definitionFault } from "./definition-fault.js";
import type { Sources } from "./source.js";

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
    if (id.trim() === "") throw definitionFault(connector, "sources", "found an empty id, wanted text");
    if (typeof source.name !== "string" || source.name.trim() === "") {
      throw definitionFault(connector, `${path}.name`, "found nothing, wanted text");
    }
    if (typeof source.rows !== "function")
      throw definitionFault(connector, `${path}.rows`, "found no function, wanted one");
    checkForm(connector, `${path}.filter`, {
      form: source.filter,
      allows: (type) => fieldTypes[type].filter,
      place: "filter",
    });
    if (typeof source.fields === "object" && Object.hasOwn(source.fields, streamErrorKey)) {
      throw definitionFault(
        connector,
        `${path}.fields`,
        `found "${streamErrorKey}", which marks a failed stream`,
      );
    }
  }
}
