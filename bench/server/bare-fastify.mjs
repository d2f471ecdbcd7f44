import { createHash } from "node:crypto";
import Fastify from "fastify";
import { announce } from "../measure/announce.mjs";

/** The bytes that the other service sends, so that both send the same. */
const [application = "", validated = ""] = process.argv.slice(2);

/**
 * The headers that the other service sends with every response. It creates a new id for each request; this one does
 * not.
 */
const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-correlationid": "f7f4b3ce-7c5c-4652-bc3a-b4b020515894",
  "x-request-id": "f7f4b3ce-7c5c-4652-bc3a-b4b020515894",
};
/** The minimal validation of an account before it is used. */
const account = {
  type: "object",
  required: ["id", "fields"],
  properties: {
    id: { type: "string" },
    fields: { type: "object", required: ["token"], properties: { token: { type: "string" } } },
  },
};

const app = Fastify();
const body = Buffer.from(application);
const tagged = {
  ...headers,
  etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`,
};
app.get("/", (_request, reply) => reply.headers(tagged).send(body));
app.post("/validate", { schema: { body: account } }, (_request, reply) =>
  reply.headers(headers).send(validated),
);
await app.listen({ port: 0, host: "127.0.0.1" });
announce({ url: `http://127.0.0.1:${app.server.address()?.port}` });
