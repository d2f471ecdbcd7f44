import { type FileContent, type FileRange, type HttpCall, type Shape, upstreamInvalid } from "@wellhead/sdk";
import { type AttemptClock, failureOf } from "../http/attempt.js";
import type { CallPlan } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { JsonItems } from "../http/items/json-items.js";
import { LineItems } from "../http/items/line-items.js";
import { readItems } from "../http/items/read-items.js";
import { readJson, readWhole } from "../http/read-reply.js";
import type { Reply } from "../http/send-request.js";
import { decodeStated, type StatedEncoding, TextDecoding } from "../http/text-decoding.js";
import { findAnnouncedPage } from "../paging/announced-page.js";

/**
 * Creates a call that is sent when it is read.
 *
 * @param session - Returns the client of the request
 * @param plan - Plans the call; throws when that is impossible
 * @returns The call
 */
export function makeCall(session: () => HttpSession, plan: () => CallPlan): HttpCall {
  const answer = async () => {
    const call = plan();
    const received = await session().perform(call, readJson(session()));
    // Whoever reads a list response by response may follow it. Development shows whether that happened.
    if (session().inspects && hasItems(received.body)) {
      const announced = findAnnouncedPage(received);
      if (announced !== undefined) session().noteAnnouncedPage(announced.place, call);
    }
    return received;
  };
  return {
    json: async <Value>(shape?: Shape<Value>) => {
      const { body } = await answer();
      // Without a shape the author states the type; this code does not depend on it.
      return shape === undefined ? (body as Value) : shape.read(body);
    },
    answer,
    bytes: async () => await session().perform(plan(), (reply, clock) => readWhole(session(), reply, clock)),
    text: async () => {
      const call = plan();
      return await session().perform(call, async (reply, clock) =>
        decodeStated(await readWhole(session(), reply, clock), encodingOf(call, reply)),
      );
    },
    stream: () => streamCall(session(), plan()),
    textStream: () => streamText(session(), plan()),
    file: async (range) => await openFile(session(), plan(), range),
    items: <Item>(path = "", shape?: Shape<Item>) => {
      const items = readItems<Item>(session, {
        plan,
        path,
        reader: ({ limits }) => new JsonItems({ path, bytes: limits.pageBytes, depth: limits.depth }),
      });
      return shape === undefined ? items : items.map((item) => shape.read(item, "item"));
    },
    lines: () =>
      readItems(session, {
        plan: () => withAccept(plan(), "application/x-ndjson"),
        reader: ({ limits }) => new LineItems({ bytes: limits.pageBytes, depth: limits.depth }),
      }),
  };
}

/** Reports whether a response has a list of objects, as itself or in a member. */
function hasItems(body: unknown): boolean {
  const values: readonly unknown[] =
    typeof body === "object" && body !== null && !Array.isArray(body) ? Object.values(body) : [body];
  return values.some((value) => Array.isArray(value) && typeof value[0] === "object" && value[0] !== null);
}

function withAccept(plan: CallPlan, accept: string): CallPlan {
  return { ...plan, headers: { accept, ...plan.headers } };
}

async function* streamCall(session: HttpSession, plan: CallPlan): AsyncGenerator<Uint8Array> {
  yield* readStream(session, plan, await openStream(session, plan));
}

async function* streamText(session: HttpSession, plan: CallPlan): AsyncGenerator<string> {
  const opened = await openStream(session, plan);
  const decoding = new TextDecoding(encodingOf(plan, opened.reply));
  for await (const chunk of readStream(session, plan, opened)) {
    const text = decoding.push(chunk);
    if (text !== "") yield text;
  }
  const last = decoding.end();
  if (last !== "") yield last;
}

function encodingOf({ encoding }: CallPlan, { headers }: Reply): StatedEncoding {
  return { encoding, contentType: headers["content-type"] };
}

/**
 * Opens a file of the upstream. Requests the bytes without compression, so that a part of them can be requested.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @param range - The part to ask for. Default: the whole file
 * @returns The file, whose body has not been read yet
 * @throws ConnectorError `upstream_invalid` when the server returns a part that it does not describe
 */
async function openFile(
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
    version: versionOf(headers),
    modified: headers["last-modified"],
    part: part && { start: part.start, end: part.end },
  };
}

/** S3 has the version "null" where no version is kept. */
function versionOf(headers: Readonly<Record<string, string>>): string | undefined {
  const version = headers["x-amz-version-id"] ?? headers["x-ms-version-id"];
  return version === "" || version === "null" ? undefined : version;
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

/** A response whose body is read as it arrives. */
interface OpenStream {
  readonly reply: Reply;
  readonly clock: AttemptClock;
}

/**
 * Makes a call whose response may take as long as its reader needs. From then on only the idle timeout applies.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @returns The response, before its body is read
 */
async function openStream(session: HttpSession, plan: CallPlan): Promise<OpenStream> {
  return await session.perform<OpenStream>(plan, (reply, clock) => {
    clock.allow(undefined);
    return Promise.resolve({ reply, clock });
  });
}

/**
 * Reads the body of a response as it arrives.
 *
 * @param session - The client of the request
 * @param plan - The call
 * @param stream - The response; its connection is dropped at the end
 * @returns Its bytes
 */
async function* readStream(
  session: HttpSession,
  plan: CallPlan,
  { reply, clock }: OpenStream,
): AsyncGenerator<Uint8Array> {
  try {
    yield* reply.body;
  } catch (error) {
    session.signal.throwIfAborted();
    throw failureOf(error, plan.url.hostname).error;
  } finally {
    clock.end();
    reply.drop();
  }
}
