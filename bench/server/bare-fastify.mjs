import Fastify from "fastify";

/** The bytes the other service answers, so that both send the same. */
const [application = "", validated = ""] = process.argv.slice(2);

const type = "application/json; charset=utf-8";
const app = Fastify();
const body = Buffer.from(application);
app.get("/", (_request, reply) => reply.header("content-type", type).send(body));
app.post("/validate", (_request, reply) => reply.header("content-type", type).send(validated));
await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ url: `http://127.0.0.1:${app.server.address()?.port}` });
process.once("disconnect", () => process.exit());
