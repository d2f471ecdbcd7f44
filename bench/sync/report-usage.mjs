import { writeFileSync } from "node:fs";

// Loaded before a measured command: writes what the process has used when it ends.
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const usage = { processorSeconds: (user + system) / 1e6, rss: process.resourceUsage().maxRSS * 1024 };
  writeFileSync(process.env["BENCH_USAGE"], JSON.stringify(usage));
});
