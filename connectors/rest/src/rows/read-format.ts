import { exactNumbers, type Http, type PageRequest, type PagesOptions, upstreamInvalid } from "@wellhead/sdk";
import type { PagingConfig } from "../config/paging-config.js";
import type { SourceConfig } from "../config/source-config.js";
import { makePaging, orderOf } from "../paging/make-paging.js";
import { TableReader } from "./parse-table.js";
import { XmlItems } from "./xml-items.js";

/** A list in a format other than JSON. */
export interface FormatConfig {
  readonly format: "ndjson" | "csv" | "xml";
  readonly items: string | undefined;
  /** Encoding of the text. Default: what the response states. */
  readonly encoding: string | undefined;
  readonly fields: SourceConfig["fields"];
  readonly paging: PagingConfig | undefined;
  /** Returns what identifies an item. Default: items have no identity. */
  readonly key: PagesOptions["key"];
}

/**
 * Reads a list that is not JSON.
 *
 * @param http - Client of the request
 * @param config - Its format, columns and paging
 * @param request - The first request
 * @returns The items, in batches
 */
export function readFormat(
  http: Http,
  { format, items = "", encoding, fields, paging, key }: FormatConfig,
  { path, query }: PageRequest,
): AsyncIterable<readonly unknown[]> {
  const headers: Readonly<Record<string, string>> = accepted[format];
  if (paging !== undefined && paging.kind !== "none") {
    const reader = pageReader(format, { items, fields });
    const pages = { paging: makePaging(paging, reader.items), key, order: orderOf(paging) };
    return http.pages(path, { query, headers, encoding, ...reader, ...pages });
  }
  const call = http.get(path, { query, headers, encoding });
  // A response without pages may be of any size, so it is never held in full.
  if (format === "ndjson") return call.lines();
  const text = call.textStream();
  return format === "csv" ? new TableReader(fields).stream(text) : streamXml(text, items);
}

const accepted = {
  ndjson: {},
  csv: { accept: "text/csv" },
  xml: { accept: "application/xml, text/xml;q=0.9" },
};

/** Maximum levels of a line of JSON. */
const maxLevels = 512;

/** How pages of a format are read. */
type PageReader = Required<Pick<PagesOptions, "parse">> & { readonly items: (body: unknown) => unknown };

function pageReader(
  format: FormatConfig["format"],
  { items, fields }: { readonly items: string; readonly fields: SourceConfig["fields"] },
): PageReader {
  if (format === "ndjson") return { parse: parseLines, items: (body) => body };
  if (format === "csv") {
    const table = new TableReader(fields);
    return { parse: (text) => table.page(text), items: (body) => body };
  }
  const found = new WeakMap<object, readonly unknown[]>();
  return {
    parse: (text) => {
      const reader = new XmlItems(items);
      const read = reader.push(text);
      const body = reader.end();
      found.set(body, read);
      return body;
    },
    items: (body) => (typeof body === "object" && body !== null ? found.get(body) : undefined),
  };
}

function parseLines(text: string): readonly unknown[] {
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line): unknown => JSON.parse(exactNumbers(line, maxLevels)));
  } catch (error) {
    throw upstreamInvalid("Could not read the response: expected a JSON value per line, got another text.", {
      cause: error,
    });
  }
}

async function* streamXml(pieces: AsyncIterable<string>, items: string): AsyncGenerator<readonly unknown[]> {
  const reader = new XmlItems(items);
  for await (const piece of pieces) {
    const read = reader.push(piece);
    if (read.length > 0) yield read;
  }
  reader.end();
}
