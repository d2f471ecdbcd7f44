import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

configureEgress({ allow: "127.0.0.1/32:*" });
const pinned = {
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  database: "postgres",
  user: "reader",
  password: "",
  tls: "off",
};
const app = await createApp({
  connectors: [postgres({ pinned, queries: true })],
  admin: { port: 0 },
  logger: false,
});
const { url, adminUrl } = await app.listen({ port: 0 });
announce({ url, adminUrl });
