import Fastify from "fastify";

const fastify = Fastify();
fastify.get("/", () => ({ id: "bare" }));
console.log(await fastify.listen({ port: 0, host: "127.0.0.1" }));
