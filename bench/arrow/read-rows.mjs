import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { RecordBatchReader, Table } from "apache-arrow";
import { announce } from "../measure/announce.mjs";
import { formats } from "./compare.mjs";

// Reads the rows of a service into memory for each request that it receives: `read-rows.mjs <format> <url> <body>`.
// Responds with the number of rows and the milliseconds.

const [, , format = "", url = "", body = ""] = process.argv;
const readings = { arrow: readArrow, ndjson: readLines };

const server = createServer(async (asked, response) => {
  asked.resume();
  const start = performance.now();
  const rows = await readings[format](await ask());
  response.end(JSON.stringify({ rows, milliseconds: performance.now() - start }));
});
server.listen(0, "127.0.0.1", () => announce({ url: `http://127.0.0.1:${server.address().port}` }));

/** @returns {Promise<import("node:http").IncomingMessage>} The response of the service. */
function ask() {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", accept: formats[format] };
    request(url, { method: "POST", headers }, resolve).once("error", reject).end(body);
  });
}

async function readArrow(response) {
  const reader = await RecordBatchReader.from(response);
  const batches = [];
  for await (const batch of reader) batches.push(batch);
  return new Table(batches).numRows;
}

/** A row is discarded once it is parsed, because all of them would not fit in memory. */
async function readLines(response) {
  let rows = 0;
  for await (const line of createInterface({ input: response }))
    if (JSON.parse(line).id !== undefined) rows += 1;
  return rows;
}
