import { allocatorSetting, filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

Object.assign(process.env, allocatorSetting());
const app = await createApp({
  connectors: [filesConnector({ path: process.argv[2] })],
  admin: false,
  logger: false,
});
announce(await app.listen({ host: "127.0.0.1", port: 0 }));
