import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Maximum number of times that a stream is requested from a service that is overloaded for a moment. */
const maxTries = 20;

/**
 * Requests rows several times, and stops reading after the first bytes. Ends before that if the connector has no more
 * streams at a time.
 *
 * @param {{ url: string }} service The service.
 * @param {object} body The request.
 * @param {number} count Number of streams.
 * @returns {Promise<{ count: number, close: () => void }>} How many are open, and a function that closes them.
 */
export async function openReaders(service, body, count) {
  const open = [];
  for (let next; open.length < count; open.push(next)) {
    next = await openReader(service, body);
    if (next === undefined) break;
  }
  const close = () => {
    for (const response of open) response.destroy();
  };
  return { count: open.length, close };
}

async function openReader({ url }, body) {
  for (let tries = 1; ; tries += 1) {
    const asked = request(url, { method: "POST", headers: { "content-type": "application/json" } });
    asked.end(JSON.stringify(body));
    const [response] = await once(asked, "response");
    response.on("error", () => undefined);
    if (response.statusCode === 200) {
      await once(response, "readable");
      return response;
    }
    response.resume();
    if (response.statusCode === 429) return undefined;
    if (response.statusCode !== 503 || tries === maxTries)
      throw new Error(`Could not open a stream: status ${response.statusCode}.`);
    await delay(Number(response.headers["retry-after"]) * 1000);
  }
}
