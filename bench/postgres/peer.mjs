import JSONStream from "JSONStream";
import { once } from "node:events";
import { createServer } from "node:http";
import { pipeline, Transform } from "node:stream";
import { Client } from "pg";
import QueryStream from "pg-query-stream";
import postgres from "postgres";
import { announce } from "../measure/announce.mjs";

// Other implementations from PostgreSQL to JSON over HTTP, one per process: `peer.mjs <port> <way>`.

const [, , port, way] = process.argv;
const login = { host: "127.0.0.1", port: Number(port), database: "postgres", user: "reader" };

const ways = {
  /** The common approach: rows as objects from a cursor, each passed to JSON.stringify. */
  "query-stream": async (sql, response) => {
    const client = await connected();
    let first = true;
    const write = new Transform({
      writableObjectMode: true,
      transform(row, _encoding, done) {
        done(null, `${first ? "[" : ","}${JSON.stringify(row)}`);
        first = false;
      },
      flush(done) {
        done(null, first ? "[]" : "]");
      },
    });
    pipeline(client.query(new QueryStream(sql)), write, response, () => void client.end());
  },
  "json-stream": async (sql, response) => {
    const client = await connected();
    client
      .query(new QueryStream(sql))
      .pipe(JSONStream.stringify("[", ",", "]"))
      .pipe(response)
      .once("close", () => void client.end());
  },
  "postgres-js": async (sql, response) => {
    const client = postgres({ ...login, max: 1 });
    let separator = "[";
    for await (const rows of client.unsafe(sql).cursor(1000)) {
      const text = rows.map((row) => JSON.stringify(row)).join(",");
      if (!response.write(separator + text)) await once(response, "drain");
      separator = ",";
    }
    response.end(separator === "[" ? "[]" : "]");
    await client.end();
  },
  /** A single value that contains all rows, as PostgREST requests it. */
  "json-agg": async (sql, response) => {
    const client = await connected();
    const { rows } = await client.query(`select coalesce(json_agg(r), '[]')::text as body from (${sql}) r`);
    // Chunked like all others, because the reader looks for the last chunk.
    response.write(rows[0].body);
    response.end();
    await client.end();
  },
};

async function connected() {
  const client = new Client(login);
  await client.connect();
  return client;
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  response.setHeader("content-type", "application/json");
  // A failure shows as a truncated response.
  ways[way](JSON.parse(body).filter.sql, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => announce({ url: `http://127.0.0.1:${server.address().port}` }));
