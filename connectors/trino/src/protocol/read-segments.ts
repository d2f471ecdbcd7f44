import { type Http, upstreamInvalid } from "@wellhead/sdk";
import { parseMessage, type Segment } from "./messages.js";

/** Options of {@link readData}. */
export interface ReadSegmentsOptions {
  /** The server of the account. */
  readonly server: URL;
  /** Whether segments may be on other hosts. */
  readonly remoteSegments: boolean;
}

/** The only encoding that requests offer. */
export const dataEncoding = "json";

/**
 * Reads the data of a response: rows, or segments of which each holds rows.
 *
 * @param http - Client of the account
 * @param data - The data
 * @param options - Where segments may be
 * @returns The rows of the response, or of each segment; not checked yet
 * @see Trino, "Client protocol", "Spooling protocol"
 */
export async function* readData(
  http: Http,
  data: unknown,
  options: ReadSegmentsOptions,
): AsyncGenerator<unknown> {
  if (data === undefined || data === null) return;
  if (Array.isArray(data)) {
    if (data.length > 0) yield data;
    return;
  }
  if (typeof data !== "object" || !("segments" in data) || !Array.isArray(data.segments)) {
    throw upstreamInvalid("Could not read the rows: the server sent data of an unknown form.");
  }
  const encoding = "encoding" in data ? String(data.encoding) : "";
  if (encoding !== dataEncoding) {
    throw upstreamInvalid(
      `Could not read the rows: expected the encoding ${dataEncoding}, got "${encoding.slice(0, 40)}".`,
    );
  }
  // The cast is safe: the members of a segment are optional and are checked on use.
  for (const segment of data.segments as readonly Segment[]) {
    const rows = parseMessage(await textOfSegment(http, segment, options));
    const count = segment.metadata?.rowsCount;
    if (!Array.isArray(rows) || (count !== undefined && rows.length !== count)) {
      throw upstreamInvalid(
        `Could not read the rows: expected a segment of ${count ?? "some"} rows, got ${Array.isArray(rows) ? rows.length : "none"}.`,
      );
    }
    if (rows.length > 0) yield rows;
    await acknowledge(http, segment, options);
  }
}

async function textOfSegment(http: Http, segment: Segment, options: ReadSegmentsOptions): Promise<string> {
  if (segment.type === "inline") return Buffer.from(segment.data ?? "", "base64").toString("utf8");
  const { uri = "" } = segment;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isOwn = url?.origin === options.server.origin;
  if (url === undefined || (!isOwn && (url.protocol !== "https:" || !options.remoteSegments))) {
    throw upstreamInvalid(
      "Could not read the rows: a segment of the result is at an address that is not allowed. Ask the operator to allow remote segments, which need HTTPS.",
    );
  }
  // The client sends the credentials of the account to its own server only.
  return await http.get(uri, { headers: isOwn ? {} : headersOf(segment) }).text();
}

function headersOf({ headers = {} }: Segment): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(", ")]));
}

/** Lets the server remove the segment early. It is removed later in any case, so that a failure is ignored. */
async function acknowledge(
  http: Http,
  { ackUri = "" }: Segment,
  { server }: ReadSegmentsOptions,
): Promise<void> {
  if (!URL.canParse(ackUri) || new URL(ackUri).origin !== server.origin) return;
  await http
    .get(ackUri)
    .text()
    .catch(() => "");
}
