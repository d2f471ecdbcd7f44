import {
  ConnectorError,
  type EncodedBatch,
  type FileContent,
  type FileRange,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { RequestControl } from "../../../deadline/request-control.js";
import type { UseCount } from "../../../deadline/use-count.js";
import type { AnswerHeaders, StreamAnswer } from "../../../request/answer.js";
import type { Frame } from "../../../stream/row-stream.js";
import { SourceReader } from "../../../stream/rows/batch-reader.js";
import { headerOf, type WireRequest } from "../../../wire/wire-request.js";

/** How a file is sent. */
export interface FileAnswerOptions {
  /** The requested part; `undefined` means the whole file. */
  readonly range: FileRange | undefined;
  readonly control: RequestControl;
  /** Timeout of one chunk, in milliseconds; `0` means no timeout. */
  readonly chunkTimeout: number;
  /** Aborts the work of the source. */
  readonly abort: () => void;
  /** Counts the reading until it has ended. */
  readonly uses: UseCount;
}

/** A file has nothing around its bytes, so one that fails can only be cut. */
const frame: Frame = { contentType: "", separator: "", endsRows: false, open: "", close: "" };

/**
 * Builds the response with a file, or with the requested part of it. The first bytes have been read, so that a
 * file that cannot be read is an error.
 *
 * @param content - What `resource` of the source returned
 * @param options - The part, and the limits
 * @returns The response
 * @throws ConnectorError `internal` when the content is not a file, `upstream_invalid` when it is another part
 */
export async function fileAnswer(content: FileContent, options: FileAnswerOptions): Promise<StreamAnswer> {
  const { range, control, chunkTimeout, abort, uses } = options;
  checkContent(content);
  const size =
    content.body instanceof Uint8Array && content.part === undefined ? content.body.byteLength : content.size;
  const part =
    content.part === undefined ? partOf(content, range, size) : checkPart(content.part, range, size);
  const skip = content.part === undefined ? (part?.start ?? 0) : 0;
  const count = part === undefined ? size : part.end - part.start + 1;
  const reader = new SourceReader<EncodedBatch>({
    batches: bytesOf(content.body, {
      skip,
      count,
      isExact: part === undefined || content.part !== undefined,
    }),
    check: (bytes) => (bytes instanceof Uint8Array && bytes.byteLength > 0 ? { bytes, rows: 0 } : undefined),
    control,
    batchTimeout: chunkTimeout,
    abort,
    uses,
  });
  const first = await reader.next().catch((error: unknown) => {
    reader.stop();
    throw error;
  });
  const headers = contentHeaders(content, size, part);
  const status = part === undefined ? 200 : 206;
  return {
    kind: "stream",
    status,
    headers,
    stream: { frame, first, reader, compression: undefined, control },
  };
}

function checkContent(content: unknown): asserts content is FileContent {
  const body: unknown =
    typeof content === "object" && content !== null && "body" in content ? content.body : undefined;
  const isBody =
    body instanceof Uint8Array || (typeof body === "object" && body !== null && Symbol.asyncIterator in body);
  if (!isBody)
    throw new ConnectorError(
      "internal",
      'Could not read the file: expected "resource" to return {body}, got another value.',
    );
}

/** Returns the part of a whole file to send; `undefined` to send all of it. */
function partOf(
  { tag, modified }: FileContent,
  range: FileRange | undefined,
  size: number | undefined,
): FilePart | undefined {
  if (range === undefined || size === undefined) return undefined;
  const { start, end, unchanged } = range;
  const date = modified instanceof Date ? modified.toUTCString() : modified;
  // A weak tag does not promise equal bytes.
  const isUnchanged =
    unchanged === undefined || (unchanged === tag && !unchanged.startsWith("W/")) || unchanged === date;
  const from = start ?? Math.max(0, size - (end ?? 0));
  // HTTP allows the whole file instead of a part that it does not have.
  if (!isUnchanged || from >= size) return undefined;
  return { start: from, end: start === undefined ? size - 1 : Math.min(end ?? size - 1, size - 1) };
}

function checkPart(part: FilePart, range: FileRange | undefined, size: number | undefined): FilePart {
  const isAsked =
    range !== undefined &&
    part.end >= part.start &&
    (range.start === undefined || part.start === range.start) &&
    (range.start === undefined || range.end === undefined || part.end <= range.end) &&
    (size === undefined || part.end < size);
  if (isAsked) return part;
  throw upstreamInvalid("Could not read the file: expected the part that was asked for, got another part.");
}

interface Window {
  /** Number of bytes before the part. */
  readonly skip: number;
  /** Number of bytes of the part; `undefined` means up to the end. */
  readonly count: number | undefined;
  /** Whether the body has nothing after the part. */
  readonly isExact: boolean;
}

/** Reads the bytes of a part. Throws when they are not as many as the headers say, so that the response is cut. */
async function* bytesOf(
  body: FileContent["body"],
  { skip, count, isExact }: Window,
): AsyncGenerator<Uint8Array> {
  let before = skip;
  let sent = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    if (!(chunk instanceof Uint8Array))
      throw new ConnectorError("internal", "Could not read the file: expected bytes, got another value.");
    const fresh = chunk.subarray(Math.min(before, chunk.byteLength));
    before -= chunk.byteLength - fresh.byteLength;
    const wanted = count === undefined ? fresh : fresh.subarray(0, count - sent);
    if (isExact && wanted.byteLength < fresh.byteLength)
      throw upstreamInvalid("Could not read the file: it has more bytes than its size. Try again later.");
    if (wanted.byteLength === 0) continue;
    sent += wanted.byteLength;
    // The last bytes are sent once it is certain that they are the last.
    if (isExact && sent === count) last = wanted;
    else yield wanted;
    if (!isExact && sent === count) return;
  }
  if (count !== undefined && sent < count)
    throw upstreamInvalid("Could not read the file: it ended before its end. Try again later.");
  if (last !== undefined) yield last;
}

/**
 * Parses the requested part of a file. A range that is not one part in bytes is ignored, as HTTP allows.
 *
 * @param request - The request
 * @returns The part; `undefined` means the whole file
 * @see RFC 9110, sections 14.2 and 13.1.5
 */
export function readRange(request: Pick<WireRequest, "headers">): FileRange | undefined {
  const [, first = "", last = ""] =
    /^bytes=(\d*)-(\d*)$/.exec(headerOf(request, "range")?.trim() ?? "") ?? [];
  const start = first === "" ? undefined : Number(first);
  const end = last === "" ? undefined : Number(last);
  if (start === undefined && (end === undefined || end === 0)) return undefined;
  if (start !== undefined && end !== undefined && end < start) return undefined;
  if (!Number.isSafeInteger(start ?? 0) || !Number.isSafeInteger(end ?? 0)) return undefined;
  return { start, end, unchanged: headerOf(request, "if-range")?.trim() };
}

/** The first and the last byte of a part of a file, both included. */
interface FilePart {
  readonly start: number;
  readonly end: number;
}

/**
 * Builds the headers of a file.
 *
 * @param content - The file
 * @param size - Its whole size in bytes; `undefined` when it is unknown
 * @param part - The part that is sent; `undefined` means the whole file
 * @returns The headers
 */
function contentHeaders(
  content: Omit<FileContent, "body">,
  size: number | undefined,
  part: FilePart | undefined,
): AnswerHeaders {
  const { mediaType, name, disposition, language, tag, modified } = content;
  const length = part === undefined ? size : part.end - part.start + 1;
  const described: Readonly<Record<string, string | undefined>> = {
    "content-disposition": disposition ?? (name === undefined ? undefined : dispositionOf(name)),
    "content-language": language,
    etag: tag,
    "last-modified": modified instanceof Date ? modified.toUTCString() : modified,
    "content-length": length === undefined ? undefined : String(length),
    "content-range":
      part === undefined ? undefined : `bytes ${part.start}-${part.end}/${size === undefined ? "*" : size}`,
    "accept-ranges": size === undefined && part === undefined ? undefined : "bytes",
  };
  const headers: Record<string, string> = {
    "content-type": isHeader(mediaType) ? mediaType : "application/octet-stream",
    // A browser must not make a page of the file.
    "x-content-type-options": "nosniff",
  };
  for (const [header, value] of Object.entries(described)) if (isHeader(value)) headers[header] = value;
  return headers;
}

/** Returns whether Node accepts a text as the value of a header. */
function isHeader(value: unknown): value is string {
  return (
    typeof value === "string" && value !== "" && value.length <= 2048 && /^[\t -~\u0080-\u00ff]+$/.test(value)
  );
}

/** @see RFC 6266, section 4.3, and RFC 8187 */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  // Lone surrogates cannot be encoded.
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
