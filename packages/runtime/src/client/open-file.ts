import { type FileContent, type FileRange, upstreamInvalid } from "@wellhead/sdk";
import type { CallPlan } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { type OpenStream, openStream, readStream } from "./open-stream.js";

/**
 * Opens a file of the upstream. Requests the bytes without compression, so that a part of them can be requested.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @param range - The part to ask for. Default: the whole file
 * @returns The file, whose body has not been read yet
 * @throws ConnectorError `upstream_invalid` when the server returns a part that it does not describe
 */
export async function openFile(
  session: HttpSession,
  plan: CallPlan,
  range: FileRange | undefined,
): Promise<FileContent> {
  const ask = (asked: FileRange | undefined): CallPlan => ({ ...plan, fileHeaders: fileHeaders(asked) });
  let sent = ask(range);
  let opened = await openStream(session, sent);
  if (opened.reply.status === 416) {
    drop(opened);
    sent = ask(undefined);
    opened = await openStream(session, sent);
  }
  try {
    return { ...describeFile(opened, plan.url.hostname), body: readStream(session, sent, opened) };
  } catch (error) {
    drop(opened);
    throw error;
  }
}

function drop({ reply, clock }: OpenStream): void {
  clock.end();
  reply.drop();
}

function fileHeaders(range: FileRange | undefined): Readonly<Record<string, string>> {
  const headers = { accept: "*/*", "accept-encoding": "identity" };
  if (range === undefined) return headers;
  const { start, end, unchanged } = range;
  return {
    ...headers,
    range: `bytes=${start ?? ""}-${end ?? ""}`,
    ...(unchanged !== undefined && { "if-range": unchanged }),
  };
}

function describeFile({ reply }: OpenStream, host: string): Omit<FileContent, "body"> {
  const { status, headers } = reply;
  const encoding = headers["content-encoding"] ?? "";
  const isEncoded = encoding !== "" && encoding !== "identity";
  const part = status === 206 ? partOf(headers["content-range"]) : undefined;
  if (status === 416 || (status === 206 && (part === undefined || isEncoded))) {
    throw upstreamInvalid(
      `Could not read the file from "${host}": expected the whole file or the part that was asked for, got another part.`,
    );
  }
  // The size of an encoded body is not that of its bytes.
  const length = isEncoded ? undefined : countOf(headers["content-length"]);
  return {
    mediaType: headers["content-type"],
    size: part === undefined ? length : part.size,
    disposition: headers["content-disposition"],
    language: headers["content-language"],
    tag: headers["etag"],
    modified: headers["last-modified"],
    part: part && { start: part.start, end: part.end },
  };
}

function partOf(
  header: string | undefined,
): { start: number; end: number; size: number | undefined } | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header?.trim() ?? "") ?? [];
  const [start, end] = [countOf(first), countOf(last)];
  if (start === undefined || end === undefined || end < start) return undefined;
  return { start, end, size: countOf(size) };
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}
