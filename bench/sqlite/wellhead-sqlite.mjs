import { createApp } from "@wellhead/server";
import { sqlite } from "@wellhead/sqlite";
import { announce } from "../measure/announce.mjs";

const app = await createApp({
  connectors: [sqlite({ path: process.argv[2] ?? "." })],
  admin: { port: 0 },
  logger: false,
});
const { url, adminUrl } = await app.listen({ port: 0 });
announce({ url, adminUrl });
