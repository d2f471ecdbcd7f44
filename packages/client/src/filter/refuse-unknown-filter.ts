import { didYouMean } from "@wellhead/contract/names";
import type { Source } from "../describe/application.js";
import { ConnectorError } from "../http/connector-error.js";
import type { JsonRecord } from "../json/lenient-json.js";

/**
 * Checks that a source declares every member of a filter.
 *
 * @param filter - Values by field id
 * @param source - The source as the connector describes it
 * @throws ConnectorError `invalid` that names the member, and the nearest field
 */
export function refuseUnknownFilter(filter: JsonRecord, { id, filter: fields }: Source): void {
  const known = fields.filter(({ type }) => type !== "link").map((field) => field.id);
  const unknown = Object.keys(filter).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const list = known.length === 0 ? "It has no filters." : `Filters: ${known.join(", ")}.`;
  throw new ConnectorError(
    "invalid",
    `Could not read "${id}": it has no filter "${unknown}".${didYouMean(unknown, known)} ${list}`,
    { field: unknown },
  );
}
