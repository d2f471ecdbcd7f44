import { z } from "zod";

/** Values of filters, by id. */
export const filterValuesSchema = z
  .record(z.string(), z.unknown())
  .describe(
    "Values by id of the filter, as describe_source lists them. Dates are {_min, _max} or an expression such as LAST 3 MONTHS",
  );

/** Filters of the sources that a statement names. */
export const sourceFiltersSchema = z
  .array(z.strictObject({ connector: z.string(), source: z.string(), filter: filterValuesSchema }))
  .optional()
  .describe("Filters to send to sources, so that they return fewer rows; none when omitted");

/** What happens to values that do not fit the type of their column. */
export const unfitSchema = z
  .enum(["refuse", "null"])
  .optional()
  .describe(
    "What happens to a value that does not fit the declared type of its column: refuse fails, null reads it as NULL and notes how many there are; refuse when omitted",
  );

/** Whether a result may be computed from incomplete rows. */
export const allowPartialSchema = z
  .boolean()
  .optional()
  .describe("Whether to answer when rows of a source are missing; false when omitted");
