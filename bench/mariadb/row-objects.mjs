import { createServer } from "node:http";
import { pipeline, Transform } from "node:stream";
import { createConnection } from "mysql2";
import { announce } from "../measure/announce.mjs";

/** The common approach: rows as objects from a stream, each passed to JSON.stringify. */
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const login = { host: "127.0.0.1", port: Number(process.argv[2]), database: "shop", user: "reader" };
  const connection = createConnection({ ...login, supportBigNumbers: true, dateStrings: true });
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
  const rows = connection.query(JSON.parse(body).filter.sql).stream();
  pipeline(rows, write, response, () => connection.destroy());
});
server.listen(0, "127.0.0.1", () => announce({ url: `http://127.0.0.1:${server.address().port}` }));
