import { createInterface } from "node:readline";
import { allocatorSetting, filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";

// Serves a folder: prints the address, then answers each line on standard input with its memory in bytes and the
// processor time it has used in microseconds. Lines of a log would stand between the answers.

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
