import type { ChartData } from "../../charts/chart-data.js";
import type { ChartSpec } from "../../charts/chart-spec.js";
import { makeChartData } from "../../charts/make-chart-data.js";
import { isRecord } from "../../json/record.js";
import { ColumnProfile } from "./column-profile.js";
import { countBins } from "./count-bins.js";
import { csvLine } from "./csv-line.js";
import type { FirstCells, GatheredFacts, RowPage, StreamProgress } from "./engine-messages.js";
import { RowSample } from "./row-sample.js";
import type { ScannedRows } from "./row-scanner.js";
import { RowWindow } from "./row-window.js";
import { showCell } from "./show-cell.js";

// Limits on what is stored of a stream, so that the page stays small however much is sent.
const windowRows = 100_000;
const windowBytes = 64_000_000;
const sampleRows = 5_000;
const mostSampledBytes = 4_000;
const mostColumns = 5_000;
// Slightly more than a large screen shows.
const firstRows = 60;
const firstColumns = 30;

/** Everything known about one stream of rows: the window, a sample of all rows, and a profile of every column. */
export class TableEngine {
  readonly #window = new RowWindow({ rows: windowRows, bytes: windowBytes });
  readonly #sample = new RowSample(sampleRows);
  readonly #profiles = new Map<string, ColumnProfile>();
  readonly #start = performance.now();
  readonly #decoder = new TextDecoder();
  #firstByte: number | undefined;
  #rows = 0;
  #bytes = 0;
  #told = 0;
  #toldFirst = false;

  /** Counts bytes of the body. */
  addBytes(size: number): void {
    this.#firstByte ??= performance.now() - this.#start;
    this.#bytes += size;
  }

  /** Adds rows: their bytes to the window, their values to the sample and the profiles. */
  addRows(scanned: ScannedRows, rows: readonly unknown[]): void {
    this.#window.add(scanned);
    const light = scanned.bytes.length < rows.length * mostSampledBytes;
    for (const row of rows) {
      if (!isRecord(row)) continue;
      this.#rows += 1;
      // Very long rows would make the sample as large as the stream.
      if (light || this.#rows < 100) this.#sample.add(row);
      for (const id in row) this.#profile(id)?.add(row[id]);
    }
  }

  /** Returns the progress of the stream, with the columns only when there are new ones. */
  progress(): StreamProgress {
    const changed = this.#told !== this.#profiles.size;
    this.#told = this.#profiles.size;
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      kept: this.#window.length,
      elapsed: performance.now() - this.#start,
      firstByte: this.#firstByte,
      ...(changed && { columns: [...this.#profiles.keys()] }),
    };
  }

  /** Returns the cells of some rows of the window. */
  page(from: number, to: number, columns: readonly string[]): RowPage {
    const rows = Array.from({ length: Math.max(0, Math.min(to, this.#window.length) - from) }, (_, index) => {
      const row = this.#read(from + index);
      return columns.map((id) => showCell(Object.hasOwn(row, id) ? row[id] : undefined));
    });
    return { rows };
  }

  /** Returns the first cells, once there are rows. Returns them only once. */
  firstCells(): FirstCells | undefined {
    if (this.#toldFirst || this.#window.length === 0) return undefined;
    this.#toldFirst = true;
    const columns = [...this.#profiles.keys()].slice(0, firstColumns);
    return { columns, page: this.page(0, firstRows, columns) };
  }

  /** Returns the JSON text of one row of the window. */
  row(index: number): string {
    return this.#decoder.decode(this.#window.row(index));
  }

  /** Returns facts about every column. */
  columns(): GatheredFacts {
    const facts = Array.from(this.#profiles.values(), (profile) => {
      const known = profile.facts(this.#rows);
      return { ...known, bins: countBins(known, this.#sample.rows) };
    });
    return { rows: this.#rows, facts };
  }

  /** Returns the data of a chart: from all rows if all are stored, otherwise from the sample. */
  chart(spec: ChartSpec): ChartData {
    const whole = this.#window.length === this.#rows;
    const rows = whole ? this.#keptRows() : this.#sample.rows;
    const used = whole ? this.#rows : this.#sample.rows.length;
    return { ...makeChartData(rows, spec), basis: { rows: used, of: this.#rows } };
  }

  /** Returns the rows of the window as a file. */
  download(format: "csv" | "ndjson"): Blob {
    const parts: BlobPart[] = [];
    const columns = [...this.#profiles.keys()];
    if (format === "csv") parts.push(csvLine(columns));
    for (const piece of this.#window.pieces()) {
      if (format === "ndjson")
        parts.push(piece.map((row) => `${oneLine(this.#decoder.decode(row))}\n`).join(""));
      else parts.push(piece.map((row) => this.#csvLine(row, columns)).join(""));
    }
    return new Blob(parts, { type: format === "csv" ? "text/csv" : "application/x-ndjson" });
  }

  #csvLine(bytes: Uint8Array<ArrayBuffer>, columns: readonly string[]): string {
    const row = parseRow(this.#decoder.decode(bytes));
    return csvLine(columns.map((id) => row[id]));
  }

  *#keptRows(): Generator<unknown> {
    for (const piece of this.#window.pieces()) {
      for (const bytes of piece) yield parseRow(this.#decoder.decode(bytes));
    }
  }

  #read(index: number): Readonly<Record<string, unknown>> {
    return parseRow(this.row(index));
  }

  #profile(id: string): ColumnProfile | undefined {
    const known = this.#profiles.get(id);
    if (known !== undefined || this.#profiles.size >= mostColumns) return known;
    const profile = new ColumnProfile(id);
    this.#profiles.set(id, profile);
    return profile;
  }
}

function parseRow(text: string): Readonly<Record<string, unknown>> {
  const row: unknown = JSON.parse(text);
  return isRecord(row) ? row : {};
}

// Line ends may occur between the members of a row, but never inside its strings.
function oneLine(text: string): string {
  return /[\r\n]/.test(text) ? JSON.stringify(JSON.parse(text)) : text;
}
