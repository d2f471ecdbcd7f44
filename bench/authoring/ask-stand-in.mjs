import { Refusal } from "./stand-in.mjs";

/**
 * Asks a stand-in, and turns what it throws into a response.
 *
 * @param {{ answer: (request: import("./stand-in.mjs").ApiRequest) => import("./stand-in.mjs").ApiAnswer }} world
 * @param {{ method: string, url: URL, headers: Readonly<Record<string, string>>, body: string, now: number }} sent
 * @returns {{ status: number, headers: Record<string, string>, text: string }}
 */
export function askStandIn(world, { method, url, headers, body, now }) {
  const request = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { host: url.host, ...headers },
    body,
    now,
  };
  const { status = 200, headers: own = {}, body: sent } = answerOrRefusal(world, request);
  const text = typeof sent === "string" ? sent : JSON.stringify(sent);
  return { status, headers: { "content-type": "application/json", ...own }, text };
}

function answerOrRefusal(world, request) {
  try {
    return world.answer(request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** What can go wrong with one response. After each, the rows must be right, or the connector must say that they are not all. */
export const faults = {
  "rate limit": () => ({ status: 429, headers: { "retry-after": "1" }, text: "{}" }),
  unavailable: () => ({ status: 503, headers: {}, text: "" }),
  expired: () => ({ status: 401, headers: {}, text: '{"error":"expired"}' }),
  "page of a proxy": () => ({
    status: 200,
    headers: { "content-type": "text/html" },
    text: "<html>Sorry</html>",
  }),
  "repeated page": (_answer, before) => before,
  cut: (answer) => ({ ...answer, isCut: true }),
};

/**
 * Creates what a connector reads from: a stand-in, and at one request a fault.
 *
 * @param {object} world The stand-in
 * @param {() => number} now
 * @param {{ at: number, kind: keyof typeof faults }} [fault] The request is counted from 1
 * @returns {{ respond: (request: object) => Promise<object>, sent: { request: string, status: number }[] }}
 */
export function upstreamOf(world, now, fault) {
  const sent = [];
  let before;
  return {
    sent,
    respond: async ({ method, url, headers, body = "" }) => {
      const right = askStandIn(world, { method, url: new URL(url), headers, body, now: now() });
      const isFaulty = sent.length + 1 === fault?.at;
      const answer = isFaulty ? (faults[fault.kind](right, before) ?? right) : right;
      before = right;
      sent.push({ request: `${method} ${url.href ?? url}`, status: answer.status });
      return { status: answer.status, headers: answer.headers, body: bytesOf(answer), drop: () => undefined };
    },
  };
}

async function* bytesOf({ text, isCut = false }) {
  const bytes = Buffer.from(text);
  if (isCut) {
    yield bytes.subarray(0, Math.floor(bytes.length / 2));
    throw Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  }
  if (bytes.length > 0) yield bytes;
}
