import { once } from "node:events";
import { PassThrough } from "node:stream";
import Fastify, { type FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { passHooks } from "./pass-hooks.js";

test.each<[string, (reply: FastifyReply) => Promise<unknown>]>([
  [
    "has been sent",
    async (reply) => {
      reply.send("closed today");
      expect([reply.sent, reply.raw.destroyed]).toEqual([true, false]);
    },
  ],
  [
    "was closed by its caller",
    async (reply) => {
      const closed = once(reply.raw, "close");
      reply.raw.destroy();
      await closed;
      expect([reply.sent, reply.raw.destroyed]).toEqual([false, true]);
    },
  ],
])("passHooks() does not wait for a response that %s", async (_state, end) => {
  const app = Fastify();
  const passage = new Promise((resolve, reject) => {
    app.get("/", async (_request, reply) => {
      const passed = end(reply).then(() => passHooks(reply, { stream: new PassThrough(), fail: reject }));
      passed.then(resolve, reject);
      await passed;
      return reply.hijack();
    });
  });
  const url = await app.listen({ port: 0 });
  const response = fetch(url).catch(() => undefined);
  expect(await passage).toBe("replaced");
  await response;
  await app.close();
});
