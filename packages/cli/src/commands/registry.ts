import type { Command } from "../command/command.js";
import { checkUsage } from "../usage/check-usage.js";
import { completionUsage } from "../usage/completion-usage.js";
import { configUsage } from "../usage/config-usage.js";
import { consoleUsage } from "../usage/console-usage.js";
import { datesUsage } from "../usage/dates-usage.js";
import { demoUsage } from "../usage/demo-usage.js";
import { devUsage } from "../usage/dev-usage.js";
import { inspectUsage } from "../usage/inspect-usage.js";
import { loginUsage } from "../usage/login-usage.js";
import { mcpUsage } from "../usage/mcp-usage.js";
import { pullUsage } from "../usage/pull-usage.js";
import { recordUsage } from "../usage/record-usage.js";
import { serveUsage } from "../usage/serve-usage.js";
import { sqlUsage } from "../usage/sql-usage.js";
import { syncUsage } from "../usage/sync-usage.js";
import { topUsage } from "../usage/top-usage.js";

/** Every command, in the order of the help. Only the code of the command that runs is loaded. */
export const registry: readonly Command[] = [
  { ...serveUsage, load: async () => (await import("./serve.js")).runServe },
  { ...configUsage, load: async () => (await import("./config.js")).runConfig },
  { ...devUsage, load: async () => (await import("./dev.js")).runDev },
  { ...loginUsage, load: async () => (await import("./login.js")).runLogin },
  { ...demoUsage, load: async () => (await import("./demo.js")).runDemo },
  { ...recordUsage, load: async () => (await import("./record.js")).runRecord },
  { ...pullUsage, load: async () => (await import("./pull.js")).runPull },
  { ...syncUsage, load: async () => (await import("./sync.js")).runSyncVerify },
  { ...sqlUsage, load: async () => (await import("./sql.js")).runSql },
  { ...mcpUsage, load: async () => (await import("./mcp.js")).runMcp },
  { ...inspectUsage, load: async () => (await import("./inspect.js")).runInspect },
  { ...topUsage, load: async () => (await import("./top.js")).runTop },
  { ...checkUsage, load: async () => (await import("./check.js")).runCheck },
  { ...consoleUsage, load: async () => (await import("./console.js")).runConsole },
  { ...datesUsage, load: async () => (await import("./dates.js")).runDates },
  { ...completionUsage, load: async () => (await import("./completion.js")).runCompletion },
];
