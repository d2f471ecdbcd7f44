import { filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";

// Serves a folder: prints the address, then its memory in bytes for each line on standard input.

const app = await createApp({ connectors: [filesConnector({ path: process.argv[2] })], admin: false });
const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${url}\n`);
for await (const _ of process.stdin) process.stdout.write(`${process.memoryUsage.rss()}\n`);
await app.close();
