import { type Http, isTooLarge, shape } from "@wellhead/sdk";
import { type CellBlock, cellRange } from "./cell-block.js";
import { type Cell, cellShape } from "./column-kind.js";
import type { Area } from "./find-area.js";

/** An area with its header row. */
export interface SampledArea extends Area {
  /** Number of the header row; `undefined` when the area has none. */
  readonly header: number | undefined;
}

/** The first cells of an area. */
export interface AreaSample {
  /** Cells of the header row; empty when there is none. */
  readonly header: readonly Cell[];
  readonly below: ReadonlyArray<readonly Cell[]>;
}

/** Members of a response with cells that are read. */
export const gridShape = shape.object({
  sheets: shape.list(
    shape.object({
      properties: shape.object({ sheetId: shape.number }),
      data: shape.list(
        shape.object({
          startRow: shape.number,
          startColumn: shape.number,
          rowData: shape.list(shape.object({ values: shape.list(cellShape) })),
        }),
      ),
    }),
  ),
});

/** Number of rows below a header from which column types are found, and maximum cells and areas per request. */
const sample = { rows: 200, cells: 20_000, areas: 20 };

const fields =
  "sheets(properties.sheetId,data(startRow,startColumn,rowData.values(formattedValue,effectiveValue,effectiveFormat.numberFormat.type)))";

/**
 * Reads the header row and the first rows of areas with their formats, 20 areas per request.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @param areas - The areas
 * @returns The cells of each area
 * @see https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/get
 */
export async function readSamples(
  http: Http,
  spreadsheet: string,
  areas: readonly SampledArea[],
): Promise<readonly AreaSample[]> {
  const samples: AreaSample[] = [];
  for (let index = 0; index < areas.length; index += sample.areas) {
    const some = areas.slice(index, index + sample.areas);
    samples.push(...(await readSome(http, spreadsheet, some)));
  }
  return samples;
}

/** Reads samples in one request, with fewer rows if they are wide, or if the response is too large. */
async function readSome(
  http: Http,
  spreadsheet: string,
  areas: readonly SampledArea[],
): Promise<readonly AreaSample[]> {
  const width = areas.reduce((sum, area) => sum + area.lastColumn - area.firstColumn + 1, 0);
  let rows = Math.min(sample.rows, Math.ceil(sample.cells / Math.max(1, width)));
  for (;;) {
    const blocks = areas.flatMap((area) => blocksOf(area, rows));
    try {
      const cells = await readGrid(http, spreadsheet, blocks);
      return areas.map((area) => {
        const [header = [], ...others] = cellsOf("header", { area, blocks, cells });
        return { header, below: [...others, ...cellsOf("below", { area, blocks, cells })] };
      });
    } catch (error) {
      if (!isTooLarge(error) || rows === 0) throw error;
      rows = Math.floor(rows / 4);
    }
  }
}

/** A block of a sample, which begins with the header row or contains only rows below it. */
interface SampleBlock extends CellBlock {
  readonly area: SampledArea;
  readonly begins: "header" | "below";
}

/** Returns one block if the header row is directly above the other rows, otherwise two. */
function blocksOf(area: SampledArea, rows: number): readonly SampleBlock[] {
  const { header, firstRow, lastRow } = area;
  const last = Math.min(lastRow, firstRow + rows - 1);
  const below = { ...area, area, begins: "below", firstRow, lastRow: last } as const;
  const isBelow = last >= firstRow ? [below] : [];
  if (header === undefined) return isBelow;
  if (header > lastRow) return [];
  const top = { ...area, area, begins: "header", firstRow: header } as const;
  if (firstRow === header + 1) return [{ ...top, lastRow: Math.max(header, last) }];
  return [{ ...top, lastRow: header }, ...isBelow];
}

type Grid = ReadonlyArray<ReadonlyArray<readonly Cell[]>>;

function cellsOf(
  begins: SampleBlock["begins"],
  {
    area,
    blocks,
    cells,
  }: { readonly area: SampledArea; readonly blocks: readonly SampleBlock[]; readonly cells: Grid },
): ReadonlyArray<readonly Cell[]> {
  const index = blocks.findIndex((block) => block.area === area && block.begins === begins);
  return cells[index] ?? [];
}

/**
 * Reads blocks of cells. The response groups them by sheet. Within a sheet they are in the requested order, with their
 * start positions.
 */
async function readGrid(http: Http, spreadsheet: string, blocks: readonly SampleBlock[]): Promise<Grid> {
  if (blocks.length === 0) return [];
  const { sheets } = await http
    .get(`spreadsheets/${encodeURIComponent(spreadsheet)}`, {
      query: { ranges: blocks.map((block) => cellRange(block)), includeGridData: true, fields },
    })
    .json(gridShape);
  return blocks.map((block) => {
    const ofSheet = blocks.filter(({ area }) => area.sheet === block.area.sheet);
    const found = sheets?.find(({ properties }) => String(properties?.sheetId ?? 0) === block.area.sheet);
    const data = (sheets?.length === 1 ? sheets[0] : found)?.data ?? [];
    const begins = data.find(
      ({ startRow, startColumn }) =>
        (startRow ?? 0) === block.firstRow - 1 && (startColumn ?? 0) === block.firstColumn,
    );
    const { rowData } = begins ?? data[ofSheet.indexOf(block)] ?? {};
    return (rowData ?? []).map(({ values }) => values ?? []);
  });
}
