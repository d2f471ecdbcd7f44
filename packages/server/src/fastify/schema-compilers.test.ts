import Fastify from "fastify";
import { expect, test } from "vitest";
import { lazySchemaController } from "../../dist/fastify/schema-compilers.js";

test("routes of others are validated and written by their schemas", async () => {
  const fastify = Fastify({ schemaController: lazySchemaController() });
  const schema = {
    body: { type: "object", required: ["count"], properties: { count: { type: "integer" } } },
    response: { 200: { type: "object", properties: { double: { type: "integer" } } } },
  };
  fastify.post("/double", { schema }, (request) => {
    const { count } = Object(request.body);
    return { double: count * 2, more: "left out by the schema" };
  });
  const send = (payload: object) => fastify.inject({ method: "POST", url: "/double", payload });
  expect((await send({ count: 21 })).body).toBe('{"double":42}');
  expect((await send({ count: "many" })).statusCode).toBe(400);
  await fastify.close();
});
