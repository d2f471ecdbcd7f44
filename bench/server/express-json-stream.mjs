import JSONStream from "JSONStream";
import { Readable } from "node:stream";
import express from "express";
import { announce } from "../measure/announce.mjs";
import { batches } from "./rows.mjs";

/** @param {number} count Number of rows. */
function* rows(count) {
  for (const batch of batches(count)) yield* batch;
}

const app = express();
app.use(express.json());
app.post("/", (request, response) => {
  response.type("json");
  Readable.from(rows(request.body.limit)).pipe(JSONStream.stringify()).pipe(response);
});
const server = app.listen(0, "127.0.0.1", () => {
  announce({ url: `http://127.0.0.1:${server.address().port}` });
});
