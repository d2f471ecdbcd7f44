import { clickhouse } from "@wellhead/clickhouse";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { reader } from "@wellhead/test-support/programs/start-clickhouse";
import { announce } from "../measure/announce.mjs";

configureEgress({ allow: "127.0.0.1/32:*" });
const login = { host: "127.0.0.1", port: Number(process.argv[2]), database: "shop", ...reader };
const connector = clickhouse({ pinned: { ...login, tls: "disable" }, queries: true });
const app = await createApp({ connectors: [connector], logger: false });
const { url } = await app.listen({ port: 0 });
announce({ url });
