import { type Http, shape, upstreamInvalid } from "@wellhead/sdk";
import { type CellBlock, cellRange } from "./cell-block.js";

/** Members of a range that are read. Google omits empty rows and cells at the end. */
export const valuesShape = shape.object({ values: shape.list(shape.list(shape.anything)) });

/** Members of several ranges that are read, in the requested order. */
export const severalValuesShape = shape.object({ valueRanges: shape.list(valuesShape) });

/** Rows of cells. */
export type Cells = ReadonlyArray<readonly unknown[]>;

/** Form in which dates and times are requested: as numbers, or as text that is shown in the sheet. */
export type DateForm = "serial" | "shown";

/**
 * Reads the values of blocks of cells in one request.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @param options - The blocks, and the form of dates and times
 * @returns The cells of each block
 * @throws ConnectorError `upstream_invalid` when the response has another number of ranges
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchGet
 */
export async function readBlocks(
  http: Http,
  spreadsheet: string,
  { blocks, dates }: { readonly blocks: readonly CellBlock[]; readonly dates: DateForm },
): Promise<readonly Cells[]> {
  const path = `spreadsheets/${encodeURIComponent(spreadsheet)}/values`;
  const query = {
    valueRenderOption: "UNFORMATTED_VALUE",
    dateTimeRenderOption: dates === "serial" ? "SERIAL_NUMBER" : "FORMATTED_STRING",
  };
  const ranges = blocks.map((block) => cellRange(block));
  const [range = ""] = ranges;
  if (ranges.length === 1) {
    const { values } = await http.get(`${path}/${encodeURIComponent(range)}`, { query }).json(valuesShape);
    return [values ?? []];
  }
  const several = await http
    .get(`${path}:batchGet`, { query: { ...query, ranges } })
    .json(severalValuesShape);
  const { valueRanges } = several;
  if (valueRanges?.length !== ranges.length) {
    throw upstreamInvalid(
      `Could not read from Google: expected the values of ${ranges.length} ranges, got ${valueRanges?.length ?? 0}. Try again later.`,
    );
  }
  return valueRanges.map(({ values }) => values ?? []);
}
