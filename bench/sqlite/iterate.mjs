import { createServer } from "node:http";
import { pipeline, Readable } from "node:stream";
import Database from "libsql";
import { announce } from "../measure/announce.mjs";

/** The common approach: rows as objects, each passed to JSON.stringify. */
const server = createServer((_request, response) => {
  const database = new Database(`file:${process.argv[2]}?mode=ro`);
  response.setHeader("content-type", "application/json");
  pipeline(Readable.from(rows(database)), response, () => database.close());
});
server.listen(0, "127.0.0.1", () => announce({ url: `http://127.0.0.1:${server.address().port}` }));

function* rows(database) {
  let before = "[";
  for (const row of database.prepare("select * from events").iterate()) {
    yield before + JSON.stringify(row);
    before = ",";
  }
  yield "]";
}
