import { createInterface } from "node:readline";
import { allocatorSetting, filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";

// Serves a folder: prints the address, then responds to each line on standard input with its memory in bytes and its
// processor time in microseconds. Logging is off, because log lines would mix with the responses.

Object.assign(process.env, allocatorSetting());
const app = await createApp({
  connectors: [filesConnector({ path: process.argv[2] })],
  admin: false,
  logger: false,
});
const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${url}\n`);
for await (const _ of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${process.memoryUsage.rss()} ${user + system}\n`);
}
await app.close();
