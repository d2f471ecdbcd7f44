import { type Http, isTooLarge, shape } from "@wellhead/sdk";
import { type CellBlock, cellRange } from "./cell-block.js";
import { type Cell, cellShape } from "./column-kind.js";
import type { Area } from "./find-area.js";

/** An area, its header row, and the first of its rows below it. */
export interface SampledArea extends Area {
  /** Number of the header row; `undefined` when the area has none. */
  readonly header: number | undefined;
}

/** The first cells of an area. */
export interface AreaSample {
  /** Cells of the header row; none without one. */
  readonly header: readonly Cell[];
  readonly below: ReadonlyArray<readonly Cell[]>;
}

/** What is read of the cells of ranges. */
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

/** Rows below a header whose formats say what a column holds, and maximum cells and areas of a request. */
const sample = { rows: 200, cells: 20_000, areas: 20 };

const fields =
  "sheets(properties.sheetId,data(startRow,startColumn,rowData.values(formattedValue,effectiveValue,effectiveFormat.numberFormat.type)))";

/**
 * Reads the header row and the first rows of areas with their formats, 20 areas in a request.
 *
 * @param http - Client of the request
 * @param spreadsheet - Id of the spreadsheet
 * @param areas - The areas
 * @returns The cells of each
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

/** Reads fewer rows where they are wide or long. */
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

/** A block of a sample: one that begins with the header row, or one of rows below it. */
interface SampleBlock extends CellBlock {
  readonly area: SampledArea;
  readonly begins: "header" | "below";
}

/** One block where the header row is right above the others, else two. */
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

/** The answer groups blocks by sheet; within one they are in the order that was asked, and name where they begin. */
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
