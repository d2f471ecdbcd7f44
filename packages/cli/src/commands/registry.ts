import type { CommandEntry } from "../command/command.js";

/** Every command, in the order of the help. Only the code of the command that runs is loaded. */
export const registry: readonly CommandEntry[] = [
  {
    name: "serve",
    summary: "Serve files, folders and connectors over HTTP",
    load: async () => (await import("./serve.js")).serve,
  },
  {
    name: "pull",
    summary: "Copy the rows of a source into a file or a pipe",
    load: async () => (await import("./pull.js")).pull,
  },
  {
    name: "sync",
    summary: "Compare a target that pull --sync has written with its source",
    load: async () => (await import("./sync.js")).sync,
  },
  {
    name: "sql",
    summary: "Query the rows of any connectors with SQL",
    needs: ["@wellhead/results"],
    load: async () => (await import("./sql.js")).sql,
  },
  {
    name: "mcp",
    summary: "Serve the rows of any connectors to language models",
    needs: ["@wellhead/mcp"],
    load: async () => (await import("./mcp.js")).mcp,
  },
  {
    name: "inspect",
    summary: "Show what a connector offers",
    load: async () => (await import("./inspect.js")).inspect,
  },
  {
    name: "check",
    summary: "Judge a connector against the interface",
    load: async () => (await import("./check.js")).check,
  },
  {
    name: "console",
    summary: "Try any connector in the browser",
    needs: ["@wellhead/console", "@wellhead/workbench"],
    load: async () => (await import("./console.js")).openConsole,
  },
  {
    name: "dates",
    summary: "Read a date range expression",
    load: async () => (await import("./dates.js")).dates,
  },
];
