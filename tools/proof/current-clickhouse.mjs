import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createGzip } from "node:zlib";

// Serves the engine of a current ClickHouse over its HTTP interface, as much of it as the connector uses. The engine runs
// in this process and has no users, so every sign-in is accepted. `PUT /profile` sets what the profile of every user says.
// The engine, its formats and its messages are ClickHouse's own; the form of the interface is written from its documentation.

/** @typedef {{ query(sql: string, format: string): unknown, queryStream(sql: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>, close(): void }} Session A connection of the engine. */

const [home = "", data = ""] = process.argv.slice(2);
const { Session } = /** @type {{ Session: new (path: string) => Session }} */ (
  createRequire(join(home, "package.json"))("chdb")
);

/** Parameters of a request that are not settings. */
const NO_SETTINGS = new Set(["database", "query_id", "query"]);
/** Settings that the connection to the engine itself depends on, or that only an HTTP server has. */
const OF_THE_SERVER = new Set(["enable_http_compression", "readonly"]);

/** What surrounds an exception among rows. */
const TAG = "wellheadwellhead";

/** @type {Record<string, string>} */
let profile = {};

// The engine ends with its last connection, and takes long to start.
const first = new Session(data);
first.query("create database if not exists shop", "TSV");

const server = createServer((request, response) => {
  answer(request, response).catch((/** @type {unknown} */ error) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a port");
  process.stdout.write(`${address.port}\n`);
});

/**
 * Answers one request.
 *
 * @param {import("node:http").IncomingMessage} request The request.
 * @param {import("node:http").ServerResponse} response The response.
 * @returns {Promise<void>}
 */
async function answer(request, response) {
  const body = await textOf(request);
  if (request.url === "/profile") {
    profile = /** @type {Record<string, string>} */ (JSON.parse(body));
    response.end();
    return;
  }
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  const session = new Session(data);
  try {
    begin(session, query);
    await sendRows(session, body, { query, response });
  } catch (error) {
    response.writeHead(500, { "content-type": "text/plain; charset=UTF-8" });
    response.end(`${messageOf(error)}\n`);
  } finally {
    session.close();
  }
}

/**
 * Sets the profile, then the settings of the request, then what forbids to set any.
 *
 * @param {Session} session A new connection.
 * @param {URLSearchParams} query The parameters of the request.
 * @returns {void}
 */
function begin(session, query) {
  const named = [...query].filter(([name]) => !NO_SETTINGS.has(name) && !OF_THE_SERVER.has(name));
  for (const settings of [Object.entries(profile), named]) {
    const terms = settings.map(([name, value]) => `${name} = ${literal(value)}`);
    if (terms.length > 0) session.query(`set ${terms.join(", ")}`, "TSV");
  }
  session.query(`use ${quote(query.get("database") || "default")}`, "TSV");
  const mode = query.get("readonly");
  if (mode !== null) session.query(`set readonly = ${literal(mode)}`, "TSV");
}

/**
 * Runs a statement. What fails before the first block fails with a status; what fails later is appended to the rows.
 *
 * @param {Session} session The connection.
 * @param {string} sql The statement.
 * @param {{ query: URLSearchParams, response: import("node:http").ServerResponse }} options The request and the response.
 * @returns {Promise<void>}
 */
async function sendRows(session, sql, { query, response }) {
  // The engine streams rows of SELECT only.
  const blocks = /^\s*(?:select|with)\b/i.test(sql)
    ? session.queryStream(sql, { format: "TabSeparated" })[Symbol.asyncIterator]()
    : [blockOf(session.query(sql, "JSONEachRow"))].values();
  let block = await blocks.next();
  const isPacked = query.get("enable_http_compression") === "1";
  response.writeHead(200, {
    ...(isPacked && { "content-encoding": "gzip" }),
    "x-clickhouse-exception-tag": TAG,
  });
  const target = isPacked ? createGzip() : response;
  if (target !== response) target.pipe(response);
  try {
    for (; block.done !== true; block = await blocks.next()) target.write(block.value.raw());
  } catch (error) {
    const message = messageOf(error);
    target.write(
      `\r\n__exception__\r\n${TAG}\r\n${message}\n${Buffer.byteLength(message) + 1} ${TAG}\r\n__exception__\r\n`,
    );
  }
  target.end();
}

/**
 * @param {unknown} text Rows as the engine returns them at once.
 * @returns {{ raw(): Uint8Array }} A block of them.
 */
function blockOf(text) {
  return { raw: () => Buffer.from(String(text)) };
}

/**
 * Returns an error as servers write it.
 *
 * @param {unknown} error What the engine threw.
 * @returns {string} Its number, its message and the version.
 */
function messageOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.slice(Math.max(0, text.indexOf("Code: ")))} (version 26.7.2.1)`;
}

/**
 * @param {AsyncIterable<Buffer>} request A request.
 * @returns {Promise<string>} Its body.
 */
async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * @param {string} value Any text.
 * @returns {string} A literal.
 */
function literal(value) {
  return `'${value.replace(/[\\']/g, "\\$&")}'`;
}

/**
 * @param {string} name Any name.
 * @returns {string} The quoted name.
 */
function quote(name) {
  return `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}
