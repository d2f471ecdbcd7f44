import { once } from "node:events";
import { createServer } from "node:http";

/** Number of rows the connector sends. `CONSOLE_ROWS` chooses another number. */
export const rowCount = Number(process.env["CONSOLE_ROWS"] ?? 5_000_000);
const batch = 2_000;
const kinds = ["green", "black", "white", "oolong"];

const application = {
  id: "rows",
  name: "Millions of rows",
  version: "1",
  description: "",
  authentication: [{ id: "none", name: "No account", description: "" }],
  sources: [{ id: "rows", name: "Rows", description: "", filter: [] }],
};

/**
 * Starts a connector that sends {@link rowCount} rows as fast as they are read; `firstWrite` is the time of the first write.
 */
export async function startRowServer() {
  const state = { firstWrite: 0 };
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") response.end(JSON.stringify(application));
    else if (request.url === "/validate") response.end('{"name":"No account"}');
    else void sendRows(response, state);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    state,
    close: () => server.close().closeAllConnections(),
  };
}

/**
 * @param {import("node:http").ServerResponse} response The response.
 * @param {{ firstWrite: number }} state Receives the time of the first write.
 */
async function sendRows(response, state) {
  for (let from = 0; from < rowCount; from += batch) {
    const rows = Array.from({ length: batch }, (_, index) => row(from + index));
    if (from === 0) state.firstWrite = Date.now();
    if (!response.write(`${from === 0 ? "[" : ","}${rows.join(",")}`)) await once(response, "drain");
  }
  response.end("]");
}

/** @param {number} index Number of the row, from 0. */
function row(index) {
  const day = new Date(Date.UTC(2020, 0, 1) + (index % 2_000) * 86_400_000).toISOString();
  return `{"id":${index},"day":"${day}","kind":"${kinds[index % 4]}","amount":${(index * 37) % 1_000},"price":${index / 8},"note":"Row number ${index} of many"}`;
}
