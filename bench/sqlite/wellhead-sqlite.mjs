import { readdirSync, readFileSync } from "node:fs";
import { createApp } from "@wellhead/server";
import { sqlite } from "@wellhead/sqlite";

const app = await createApp({
  connectors: [sqlite({ path: process.argv[2] ?? "." })],
  admin: { port: 0 },
  logger: false,
});
const { url, adminUrl } = await app.listen({ port: 0 });
process.send?.({ url, adminUrl });
process.on("message", () => process.send?.({ rss: process.memoryUsage.rss() + childrenRss() }));
process.once("disconnect", () => process.exit());

/** Returns the memory of the engines, which are child processes of this one. */
function childrenRss() {
  let sum = 0;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
      sum += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return sum;
}
