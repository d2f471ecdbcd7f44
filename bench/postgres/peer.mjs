import { createServer } from "node:http";
import { pipeline, Transform } from "node:stream";
import { Client } from "pg";
import QueryStream from "pg-query-stream";

/** What most people write: rows as objects from a cursor, each through JSON.stringify. */
const server = createServer(async (request, response) => {
  const client = new Client({
    host: "127.0.0.1",
    port: Number(process.argv[2]),
    database: "postgres",
    user: "reader",
  });
  await client.connect();
  const sql = new URL(request.url ?? "/", "http://x").searchParams.get("sql") ?? "";
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
  response.setHeader("content-type", "application/json");
  pipeline(client.query(new QueryStream(sql)), write, response, () => void client.end());
});
server.listen(0, "127.0.0.1", () => process.send?.({ url: `http://127.0.0.1:${server.address().port}` }));
process.on("message", () => process.send?.({ rss: process.memoryUsage.rss() }));
process.once("disconnect", () => process.exit());
