import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";

configureEgress({ allow: "127.0.0.1/32:*" });
const [port, ...tables] = process.argv.slice(2);
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
  logger: false,
});
announce({ url: (await app.listen({ port: 0 })).url });
