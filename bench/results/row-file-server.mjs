import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream";
import { announce } from "../measure/announce.mjs";

// A connector without code of ours, whose only source sends an NDJSON file: `row-file-server.mjs <file>`.

const [, , file = ""] = process.argv;
const application = {
  id: "rows",
  name: "Rows of a file",
  version: "1",
  description: "",
  authentication: [{ id: "none", name: "No account", description: "" }],
  sources: [{ id: "rows", name: "Rows", description: "", filter: [] }],
};

const server = createServer((request, response) => {
  request.resume();
  if (request.method === "GET" || request.url !== "/") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.method === "GET" ? application : { name: "No account" }));
    return;
  }
  response.setHeader("content-type", "application/x-ndjson");
  pipeline(createReadStream(file, { highWaterMark: 2 ** 18 }), response, () => {});
});
server.listen(0, "127.0.0.1", () => announce({ url: `http://127.0.0.1:${server.address().port}` }));
