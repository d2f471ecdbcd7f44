import {
  skipWaits,
  startUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";
import { isLong } from "../properties/is-long.js";
import { type ServiceRequest, serviceRequests } from "./service-requests.js";

/** A connector and the mock upstream it reads from. */
export interface BreakAnswersOptions {
  /** Address of a mock upstream that responds as the provider does. */
  readonly upstream: string;
  /** Serves the connector over an upstream at this address, and returns the service's address. */
  readonly serve: (upstream: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Returns a valid account as a flat object; `upstream` is the address that the connector calls. */
  readonly account: (upstream: string) => Readonly<Record<string, unknown>>;
  /** Values of filters, by source. Default: the first option of each required one. */
  readonly filters?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Matches the endpoints for which an empty body is a valid response without rows. Default: none. */
  readonly mayBeEmpty?: RegExp;
}

/** `npm test` tries one in 41 broken responses, its long form one in 13; `WELLHEAD_ANSWERS_EVERY=1` tries all of them. */
const usual = isLong ? 13 : 41;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

/** A way to break a response. */
interface Breakage {
  readonly what: string;
  readonly make: (answer: UpstreamAnswer) => UpstreamAnswer;
}

const nothing = "nothing";
const html = { "content-type": "text/html; charset=utf-8" };

/** Invalid responses with a good status: a proxy's page, nothing, a part of the response, another value. */
const breakages: readonly Breakage[] = [
  { what: "a page of a proxy", make: () => ({ headers: html, body: "<html><body>Sign in</body></html>" }) },
  { what: "a page of 1 MB", make: () => ({ headers: html, body: `<html>${"x".repeat(1_000_000)}` }) },
  { what: nothing, make: () => ({ body: "" }) },
  { what: "half of it", make: ({ body }) => ({ body: String(body).slice(0, String(body).length / 2) }) },
  { what: "a number", make: () => ({ body: "5" }) },
  { what: "a text", make: () => ({ body: '"text"' }) },
  { what: "true", make: () => ({ body: "true" }) },
];

/** Values that may be valid empty responses. They may succeed, but must not cause an internal error. */
const emptyValues: readonly Breakage[] = ["null", "[]", "{}", "[null]", "[[]]", "[5]", '{"id":5}'].map(
  (body) => ({
    what: body,
    make: () => ({ body }),
  }),
);

/**
 * Breaks the responses of every call that a connector makes, one endpoint at a time. For each account check, option
 * list, column list and source it records the calls. It then breaks each endpoint in every way, starting with the first
 * call and with the second.
 *
 * @param options - The connector and its mock upstream
 * @returns A sentence for every outcome that is an internal error or treats a broken response as valid; the number of
 *   broken responses
 */
export async function breakAnswers(
  options: BreakAnswersOptions,
): Promise<{ readonly faults: readonly string[]; readonly tried: number }> {
  const proxy = new BreakingProxy(options.upstream);
  const upstream = await startUpstream(async (request) => await proxy.answer(request));
  const service = await options.serve(upstream.url);
  skipWaits();
  const faults: string[] = [];
  let tried = 0;
  try {
    const account = options.account(upstream.url);
    for (const request of await serviceRequests(service.url, { account, filters: options.filters ?? {} })) {
      proxy.takeCalls();
      const good = await ask(service.url, request);
      if (good !== undefined) faults.push(`${request.title}: ${good}`);
      for (const { what, isEmpty, sentence, ...breaking } of breakagesOf(proxy.takeCalls())) {
        tried += 1;
        if (tried % every > 0) continue;
        proxy.takeCalls();
        proxy.breaking = breaking;
        const mayBeNothing = what === nothing && options.mayBeEmpty?.test(breaking.endpoint) === true;
        const fault = await ask(service.url, request, isEmpty || mayBeNothing);
        if (fault !== undefined) faults.push(`${request.title}, ${sentence}: ${fault}`);
      }
      proxy.breaking = undefined;
    }
  } finally {
    await service.close();
    await upstream.close();
  }
  return { faults, tried };
}

/** An endpoint to break, and the first call to break. */
interface Breaking {
  readonly endpoint: string;
  readonly from: number;
  readonly make: Breakage["make"];
}

/** Returns every way to break the responses of the called endpoints, given their numbers of calls. */
function* breakagesOf(
  calls: ReadonlyMap<string, number>,
): Generator<Breaking & { readonly what: string; readonly isEmpty: boolean; readonly sentence: string }> {
  for (const [endpoint, count] of calls) {
    for (const { what, make } of [...breakages, ...emptyValues]) {
      const isEmpty = emptyValues.some((one) => one.what === what);
      for (const from of count > 1 ? [1, 2] : [1]) {
        yield { endpoint, from, what, make, isEmpty, sentence: `${endpoint} is ${what} from call ${from}` };
      }
    }
  }
}

/** Forwards calls, counts them by endpoint, and breaks the responses of one endpoint. */
class BreakingProxy {
  breaking: { readonly endpoint: string; readonly from: number; readonly make: Breakage["make"] } | undefined;
  readonly #target: string;
  #calls = new Map<string, number>();

  constructor(target: string) {
    this.#target = target;
  }

  /** Returns the endpoints called since the last call of this method, with their counts. */
  takeCalls(): ReadonlyMap<string, number> {
    const calls = this.#calls;
    this.#calls = new Map();
    return calls;
  }

  async answer({ method, url, headers, body }: UpstreamRequest): Promise<UpstreamAnswer> {
    const endpoint = `${method} ${url.pathname.replaceAll(/\d{2,}|[0-9a-f-]{12,}|(?<=\/)\d/g, "…")}`;
    const count = (this.#calls.get(endpoint) ?? 0) + 1;
    this.#calls.set(endpoint, count);
    const { host: _host, "content-length": _length, connection: _connection, ...passed } = headers;
    const response = await fetch(`${this.#target}${url.pathname}${url.search}`, {
      method,
      // Node.js joins headers that occur more than once.
      headers: { ...(passed as Record<string, string>), "accept-encoding": "identity" },
      redirect: "manual",
      ...(body !== "" && { body }),
    });
    // Pages contain the URL of the next page, which must point to this proxy.
    const here = (text: string): string => text.replaceAll(this.#target, url.origin);
    const link = response.headers.get("link");
    const answer = {
      status: response.status,
      headers: {
        "content-type": response.headers.get("content-type") ?? "application/json",
        ...(link !== null && { link: here(link) }),
      },
      body: here(await response.text()),
    };
    const { breaking } = this;
    const isBroken = breaking?.endpoint === endpoint && count >= breaking.from;
    return isBroken ? { status: 200, ...breaking.make(answer) } : answer;
  }
}

/** Sends a request and returns what is wrong with its outcome. Without a broken response it must succeed. */
async function ask(
  service: string,
  { path, body }: ServiceRequest,
  isGoodExpected?: boolean,
): Promise<string | undefined> {
  const response = await fetch(new URL(path, service), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const isMarked = text.includes('"__streamError"');
  if (
    response.status === 500 ||
    text.includes('"internal"') ||
    /"__streamError":\{[^}]*"code":500/.test(text)
  )
    return `answered as a fault of ours: ${text.slice(-300)}`;
  if (isGoodExpected === undefined)
    return response.status === 200 && !isMarked ? undefined : `did not work: ${text.slice(-300)}`;
  const isError = response.status !== 200 || isMarked;
  return isError || isGoodExpected ? undefined : `taken for an answer: ${text.slice(0, 300)}`;
}
