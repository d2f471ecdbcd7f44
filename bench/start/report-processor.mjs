import { writeSync } from "node:fs";

// Preloaded into a command: prints its processor time in milliseconds when it ends.
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, `processor ${(user + system) / 1000}\n`);
});
