import { Agent, request } from "node:http";

/**
 * Reads a type page by page as fast as a client can: it looks at nothing but the position of the next page, and asks for
 * no compression.
 *
 * @param {string} url Address of the service.
 * @param {string} requestedType The type.
 * @returns {Promise<{ milliseconds: number[], rows: number }>} Milliseconds of each page, and the rows of all.
 */
export async function readPages(url, requestedType) {
  const milliseconds = [];
  let rows = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let pagination = {}; pagination !== undefined; ) {
    const start = performance.now();
    const parts = [];
    const body = { requestedType, pagination, account: {}, filter: {} };
    for await (const part of await ask(`${url}/api/v1/synchronizer/data`, body, agent)) parts.push(part);
    const page = Buffer.concat(parts);
    const end = page.lastIndexOf('"pagination":');
    if (end === -1) throw new Error(page.toString("utf8", 0, 500));
    pagination = JSON.parse(`{${page.toString("utf8", end)}`).pagination.nextPageConfig;
    rows = pagination?.rows ?? rows;
    milliseconds.push(performance.now() - start);
  }
  agent.destroy();
  return { milliseconds, rows };
}

/**
 * Reads all rows of a source in one response.
 *
 * @param {string} url Address of the service.
 * @param {string} source The source.
 * @returns {Promise<number>} Milliseconds.
 */
export async function readStream(url, source) {
  const start = performance.now();
  const response = await ask(url, { source, account: {}, filter: {} });
  if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`);
  for await (const _ of response);
  return performance.now() - start;
}

/** Sends a request. Resolves with the response, whose body is still to be read. */
function ask(url, body, agent) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    request(url, { method: "POST", agent, headers }, resolve).on("error", reject).end(JSON.stringify(body));
  });
}
