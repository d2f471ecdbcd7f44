import type { Command } from "../command-line/command.js";
import { airbyteUsage } from "../command-line/usage/airbyte-usage.js";
import { checkUsage } from "../command-line/usage/check-usage.js";
import { completionUsage } from "../command-line/usage/completion-usage.js";
import { configUsage } from "../command-line/usage/config-usage.js";
import { consoleUsage } from "../command-line/usage/console-usage.js";
import { datesUsage } from "../command-line/usage/dates-usage.js";
import { demoUsage } from "../command-line/usage/demo-usage.js";
import { devUsage } from "../command-line/usage/dev-usage.js";
import { docsUsage } from "../command-line/usage/docs-usage.js";
import { doctorUsage } from "../command-line/usage/doctor-usage.js";
import { inspectUsage } from "../command-line/usage/inspect-usage.js";
import { loginUsage } from "../command-line/usage/login-usage.js";
import { mcpUsage } from "../command-line/usage/mcp-usage.js";
import { pullUsage } from "../command-line/usage/pull-usage.js";
import { recordUsage } from "../command-line/usage/record-usage.js";
import { serveUsage } from "../command-line/usage/serve-usage.js";
import { singerUsage } from "../command-line/usage/singer-usage.js";
import { sqlUsage } from "../command-line/usage/sql-usage.js";
import { syncUsage } from "../command-line/usage/sync-usage.js";
import { topUsage } from "../command-line/usage/top-usage.js";

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
  { ...airbyteUsage, load: async () => (await import("./airbyte.js")).runAirbyte },
  { ...singerUsage, load: async () => (await import("./singer.js")).runSinger },
  { ...inspectUsage, load: async () => (await import("./inspect.js")).runInspect },
  { ...topUsage, load: async () => (await import("./top.js")).runTop },
  { ...checkUsage, load: async () => (await import("./check.js")).runCheck },
  { ...consoleUsage, load: async () => (await import("./console.js")).runConsole },
  { ...datesUsage, load: async () => (await import("./dates.js")).runDates },
  { ...doctorUsage, load: async () => (await import("./doctor.js")).runDoctor },
  { ...docsUsage, load: async () => (await import("./docs.js")).runDocs },
  { ...completionUsage, load: async () => (await import("./completion.js")).runCompletion },
];
