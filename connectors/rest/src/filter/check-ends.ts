import { inputInvalid } from "@wellhead/sdk";
import type { SourceConfig } from "../config/source-config.js";

/**
 * Refuses an end of a range that no request of the source sends, because the rows would not be limited by it.
 *
 * @param source - The source
 * @param values - Values of the filter
 * @throws ConnectorError `invalid_field` naming the field
 */
export function checkEnds(source: SourceConfig, values: object): void {
  const { filter = {}, windows } = source;
  const ranges = Object.entries(filter).filter(([, { type }]) => type === "date" || type === "range");
  if (ranges.length === 0) return;
  const { path, query, body, graphql, parents, job } = source;
  const sent = JSON.stringify([path, query, body, graphql?.variables, parents, job, filter]);
  for (const [id] of ranges) {
    const value: unknown = Object.entries(values).find(([name]) => name === id)?.[1];
    if (typeof value !== "object" || value === null || windows?.field === id) continue;
    for (const [end, given] of Object.entries(value)) {
      if (given === undefined || given === null || sent.includes(`{${id}.${end}`)) continue;
      const [word, other] = end === "max" ? ["end", "start"] : ["start", "end"];
      throw inputInvalid(
        `Could not apply the filter "${id}": this source has no ${word} of the range. Give only its ${other}.`,
        { field: id },
      );
    }
  }
}
