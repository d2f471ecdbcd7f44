import { parseArgs } from "node:util";
import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

configureEgress({ allow: "127.0.0.1/32:*" });
const { values, positionals } = parseArgs({
  options: { page: { type: "string", default: "1000" } },
  allowPositionals: true,
});
const [port, ...tables] = positionals;
const pinned = {
  host: "127.0.0.1",
  port: Number(port),
  database: "postgres",
  user: "reader",
  password: "",
  tls: "off",
  tables,
};
const app = await createApp({
  connectors: [postgres({ pinned })],
  accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
  limits: { maxPageRows: Number(values.page) },
  logger: false,
});
announce({ url: (await app.listen({ port: 0 })).url });
