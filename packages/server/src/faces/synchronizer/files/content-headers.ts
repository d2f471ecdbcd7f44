import type { FileContent, FileRange } from "@wellhead/sdk";
import type { AnswerHeaders } from "../../../answer/answer.js";
import { headerOf, type WireRequest } from "../../../request/wire-request.js";

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
export interface FilePart {
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
export function contentHeaders(
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
