import type { LoadedReading } from "@wellhead/results";
import { z } from "zod";
import type { RequestCount } from "../connectors/connector-calls.js";

/** Schema of {@link Provenance}. */
export const provenanceSchema = z.object({
  readAt: z
    .string()
    .describe("When the requests began, ISO 8601. Every query reads the rows again, never from a cache"),
  complete: z.boolean().describe("Whether every row of every request arrived"),
  sources: z.array(
    z.object({
      connector: z.string(),
      source: z.string(),
      filter: z
        .unknown()
        .describe(
          "The filter that was sent, or the first one of several requests; null when it is too long to show",
        ),
      requests: z
        .number()
        .describe("Requests for its rows; more than one when a join fills a required filter"),
      rows: z.number().describe("Rows that arrived"),
      complete: z.boolean().describe("Whether every row of the request arrived"),
      problem: z.string().optional().describe("Why rows are missing"),
    }),
  ),
  requests: z
    .array(z.object({ connector: z.string(), request: z.string(), count: z.number() }))
    .describe("The requests that were made"),
});

/** The origin of the rows of a result. */
export type Provenance = z.infer<typeof provenanceSchema>;

/**
 * Describes the origin of rows.
 *
 * @param startMs - When the requests began, in milliseconds since 1970
 * @param loaded - The readings
 * @param requests - The requests that were made
 * @returns The description
 */
export function describeProvenance(
  startMs: number,
  loaded: readonly LoadedReading[],
  requests: readonly RequestCount[],
): Provenance {
  return {
    readAt: new Date(startMs).toISOString(),
    complete: loaded.every(({ incomplete }) => incomplete === undefined),
    sources: loaded.map(({ reading, rowCount, filters, incomplete }) => ({
      connector: reading.connection.name,
      source: reading.source.id,
      filter: filters[0] ?? reading.filter,
      requests: filters.length,
      rows: rowCount,
      complete: incomplete === undefined,
      ...(incomplete && { problem: incomplete.message }),
    })),
    requests: [...requests],
  };
}
