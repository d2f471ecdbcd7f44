import { createApp, isolated } from "@wellhead/server";
import { announce } from "../measure/announce.mjs";
import { connector } from "./connector.mjs";

const words = process.argv.slice(2);
const app = await createApp({
  connectors: [
    words.includes("isolated")
      ? isolated(new URL("./connector.mjs", import.meta.url), { exportName: "connector" })
      : connector,
  ],
  ...(words.includes("silent") && { logger: false }),
});
const { url } = await app.listen({ port: 0 });
announce({ url });
