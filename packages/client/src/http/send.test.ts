import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, expect, test, vi } from "vitest";
import type { ConnectorError } from "./connector-error.js";
import type { ExchangeListener, ObservedRequest } from "./exchange-observer.js";
import { type Call, requestJson, requestText, send, sendPlain, type Transport } from "./send.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const get: Call = { method: "GET", path: "/a" };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A transport that answers by itself, and what it was asked to send. */
function answering(
  answer: Response | Error,
  listener?: ExchangeListener,
): Transport & { readonly sent: Sent[]; readonly observed: ObservedRequest[] } {
  const sent: Sent[] = [];
  const observed: ObservedRequest[] = [];
  return {
    base: new URL("http://a.example/base"),
    headers: { authorization: "Bearer t" },
    fetch: (url, init = {}) => {
      sent.push({ url: url instanceof Request ? url.url : url.toString(), init });
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    observe: (request) => {
      observed.push(request);
      return listener;
    },
    sent,
    observed,
  };
}

/** A body that arrives in these pieces, and then ends or fails. */
function bodyOf(pieces: readonly (string | Uint8Array)[], fault?: Error): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[index];
      index += 1;
      if (piece !== undefined) controller.enqueue(typeof piece === "string" ? Buffer.from(piece) : piece);
      else if (fault === undefined) controller.close();
      else controller.error(fault);
    },
  });
}

/** What a call threw; a call that succeeds fails the test. */
async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("expected a fault"),
    (error: unknown) => error,
  );
}

test("a call has the headers of the transport, an id and a type of its body, and follows no redirect", async () => {
  const transport = answering(new Response("{}"));
  await requestJson(transport, { ...get, query: { a: "b c" } });
  const [asked] = transport.sent;
  expect(asked).toMatchObject({
    url: "http://a.example/base/a?a=b+c",
    init: { method: "GET", redirect: "manual" },
  });
  expect(Object.fromEntries(new Headers(asked?.init.headers))).toEqual({
    accept: "application/json",
    "accept-encoding": "identity",
    authorization: "Bearer t",
    "x-correlationid": expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const posting = answering(new Response("{}"));
  await requestJson(posting, { method: "POST", path: "/a", accept: "text/csv", body: { a: 1 } });
  expect(posting.sent[0]?.init.body).toBe('{"a":1}');
  expect(Object.fromEntries(new Headers(posting.sent[0]?.init.headers))).toMatchObject({
    accept: "text/csv",
    "content-type": "application/json",
  });
  expect(posting.observed[0]).toMatchObject({ method: "POST", body: '{"a":1}' });
});

test("a call of a page leaves the compression to the browser", async () => {
  vi.stubGlobal("document", {});
  const transport = answering(new Response("{}"));
  await send(transport, get);
  expect(new Headers(transport.sent[0]?.init.headers).has("accept-encoding")).toBe(false);
});

test("sendPlain() sends text and path as they are, and reads the answer to its end", async () => {
  const ends: unknown[] = [];
  const chunks: string[] = [];
  const listener = {
    bytes: (chunk: Uint8Array) => chunks.push(Buffer.from(chunk).toString()),
    end: (error: unknown) => ends.push(error),
  };
  const transport = answering(new Response(bodyOf(["a", "b"]), { status: 201 }), listener);
  const body = '{"n":9007199254740993}';
  const request = { method: "POST", path: "/p?a=b?c&d=1", body, accept: "text/csv" } as const;
  expect(await sendPlain(transport, request)).toBe(201);
  expect(transport.sent[0]).toMatchObject({
    url: "http://a.example/base/p?a=b%3Fc&d=1",
    init: { method: "POST", body },
  });
  expect(new Headers(transport.sent[0]?.init.headers).get("accept")).toBe("text/csv");
  expect([chunks, ends]).toEqual([["a", "b"], [undefined]]);
  const bare = answering(new Response(null, { status: 204 }), listener);
  expect(await sendPlain(bare, { method: "GET", path: "/" })).toBe(204);
  expect(new Headers(bare.sent[0]?.init.headers).get("accept")).toBe("application/json");
  expect(ends).toEqual([undefined, undefined]);
});

test("sendPlain() returns the status of a refusal, and throws without an answer", async () => {
  const request = { method: "GET", path: "/" } as const;
  expect(await sendPlain(answering(new Response("no", { status: 418 })), request)).toBe(418);
  const fault = await faultOf(sendPlain(answering(new TypeError("fetch failed")), request));
  expect(fault).toMatchObject({ code: "unreachable", status: undefined });
});

test.each([
  ["an answer", new Response("{}"), 200],
  ["an answer without a body", new Response(null), 200],
  ["a refusal", new Response("{}", { status: 400 }), 400],
  ["a redirect", new Response("moved", { status: 302 }), 302],
])("an observer may have no use for %s", async (_, answer, status) => {
  expect(await sendPlain(answering(answer, {}), { method: "GET", path: "/" })).toBe(status);
});

test("an observer gets the head, the bytes and one end of each exchange", async () => {
  const events: unknown[] = [];
  const listener = {
    head: (status: number) => events.push(status),
    bytes: (chunk: Uint8Array) => events.push(Buffer.from(chunk).toString()),
    end: (error: unknown) => events.push(error),
  };
  await faultOf(send(answering(new Response("no", { status: 400 }), listener), get));
  expect(events.splice(0)).toEqual([400, "no", undefined]);
  await faultOf(send(answering(new Response("moved", { status: 302 }), listener), get));
  expect(events.splice(0)).toEqual([302, undefined]);
  const fault = new TypeError("fetch failed");
  await faultOf(send(answering(fault, listener), get));
  expect(events.splice(0)).toEqual([fault]);
  const unheard = await faultOf(send(answering(fault, {}), get));
  expect(unheard).toMatchObject({ code: "unreachable" });
  const cut = new Error("cut");
  await faultOf(requestText(answering(new Response(bodyOf(["a"], cut)), listener), get));
  expect(events.splice(0)).toEqual([200, "a", cut]);
  for await (const _ of (await send(answering(new Response(bodyOf(["a", "b"])), listener), get)).body) break;
  expect(events).toEqual([200, "a", new Error("the reader stopped before the end")]);
});

test("a redirect is an invalid answer, also one that a browser hides", async () => {
  for (const status of [300, 302, 399]) {
    const headers = { location: "https://b.example/" };
    const fault = await faultOf(send(answering(new Response("moved", { status, headers })), get));
    expect(fault).toMatchObject({
      code: "invalid",
      status,
      message: "Could not use the answer of GET /a: it redirects to https://b.example/. Use that address.",
    });
    expect((fault as ConnectorError).headers?.get("location")).toBe("https://b.example/");
  }
  const heads: number[] = [];
  const hidden = Object.defineProperties(new Response(null), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    ok: { value: false },
  });
  const listener = { head: (status: number) => heads.push(status) };
  expect(await faultOf(send(answering(hidden, listener), get))).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("redirects to another address"),
  });
  expect(heads).toEqual([302]);
});

test.each([
  [400, "{}", {}, { isRetryable: false, field: undefined, retryAfter: undefined }],
  [500, "{}", {}, { isRetryable: true }],
  [499, "{}", {}, { isRetryable: false }],
  [408, "{}", {}, { isRetryable: true }],
  [425, '{"tryLater":false}', {}, { isRetryable: false }],
  [400, '{"tryLater":true,"field":"f"}', {}, { isRetryable: true, field: "f" }],
  [400, '{"tryLater":"yes"}', {}, { isRetryable: false }],
  [429, '{"retryAfter":3}', { "retry-after": "9" }, { retryAfter: 3 }],
  [429, "{}", { "retry-after": " 9 " }, { retryAfter: 9 }],
  [429, '{"retryAfter":"   "}', {}, { retryAfter: undefined }],
  [
    404,
    "[]",
    { "content-type": "application/json" },
    { message: "The connector answered 404 without a reason." },
  ],
  [404, '{"error":"Gone"}', {}, { message: "Gone" }],
])("the refusal %i %s with %j says when to try again, and why", async (status, body, headers, expected) => {
  const fault = await faultOf(send(answering(new Response(body, { status, headers })), get));
  expect(fault).toMatchObject({ code: "refused", status, ...expected });
});

test("a refusal keeps the start of its body, also one in pieces or without an end", async () => {
  const refusal = (body: ReadableStream<Uint8Array>) =>
    faultOf(send(answering(new Response(body, { status: 500 })), get));
  const [first = 0, ...others] = Buffer.from("é");
  const split = await refusal(bodyOf(["caf", Uint8Array.of(first), Uint8Array.from(others)]));
  expect(split).toHaveProperty("body", "café");
  expect(await refusal(bodyOf(["caf"], new Error("cut")))).toHaveProperty("body", "caf");
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.alloc(20_000, "x")),
    cancel: () => {
      isCancelled = true;
    },
  });
  expect(await refusal(endless)).toHaveProperty("body", "x".repeat(65_536));
  expect(isCancelled).toBe(true);
});

test("a call without an answer has its cause, and is tried again unless the address is wrong", async () => {
  const fault = (code: string) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error("inner"), { code }) });
  const refused = fault("ECONNREFUSED");
  expect(await faultOf(send(answering(refused), get))).toMatchObject({
    code: "unreachable",
    isRetryable: true,
    cause: refused,
    message:
      "Could not reach http://a.example: nothing listens there. Check whether the connector is running.",
  });
  expect(await faultOf(send(answering(fault("ENOTFOUND")), get))).toMatchObject({ isRetryable: false });
});

test("a call that was aborted throws what its signal made the platform throw", async () => {
  const aborted = new DOMException("This operation was aborted", "AbortError");
  const signal = AbortSignal.abort();
  const transport = answering(aborted);
  expect(await faultOf(send(transport, { ...get, signal }))).toBe(aborted);
  expect(transport.sent[0]?.init.signal).toBe(signal);
  const other = new AbortController();
  expect(await faultOf(send(answering(aborted), { ...get, signal: other.signal }))).toMatchObject({
    code: "unreachable",
  });
  const cut = () => answering(new Response(bodyOf(["a"], aborted)));
  expect(await faultOf(requestText(cut(), { ...get, signal }))).toBe(aborted);
  for (const call of [get, { ...get, signal: other.signal }])
    expect(await faultOf(requestText(cut(), call))).toMatchObject({
      code: "unreachable",
      cause: aborted,
      message: "Could not read the answer of GET /a: the connection broke before its end. Try again.",
    });
});

test("an answer is read as text of UTF-8, without a byte order mark", async () => {
  const [first = 0, ...others] = Buffer.from("é");
  const split = bodyOf(['"caf', Uint8Array.of(first), Uint8Array.from(others), '"']);
  expect(await requestJson(answering(new Response(split)), get)).toBe("café");
  const marked = new Response(Buffer.from('\uFEFF{"a":"\uFEFF"}'));
  expect(await requestJson(answering(marked), get)).toEqual({ a: "\uFEFF" });
});

test.runIf(isLong)("an answer has up to 64 MiB", async () => {
  const piece = new Uint8Array(1024 * 1024).fill(32);
  const pieces = Array.from({ length: 64 }, () => piece);
  expect(await requestText(answering(new Response(bodyOf(pieces))), get)).toHaveLength(2 ** 26);
  const longer = answering(new Response(bodyOf([...pieces, "x"])));
  expect(await faultOf(requestText(longer, get))).toMatchObject({
    code: "invalid",
    message: "Could not read the answer: it exceeds 64 MiB.",
  });
});

test.each([
  ["", "nothing"],
  [" \n", "nothing"],
  [" <html>", "a web page"],
  [` ${"x".repeat(50)}`, `"${"x".repeat(40)}…"`],
])("an answer of %j instead of JSON is told as %s", async (body, words) => {
  expect(await faultOf(requestJson(answering(new Response(body)), get))).toMatchObject({
    code: "invalid",
    isRetryable: true,
    message: `Could not read the answer of GET /a: expected JSON, got ${words}. Check whether this is the address of a connector.`,
    body,
  });
});

test("an answer that is not JSON keeps 64 KiB of it", async () => {
  const fault = await faultOf(requestJson(answering(new Response("x".repeat(100_000))), get));
  expect(fault).toHaveProperty("body", "x".repeat(65_536));
});
