import type { CommandUsage } from "../command.js";

/** The command line of `wellhead dev`. */
export const devUsage: CommandUsage = {
  name: "dev",
  summary: "Serve a connector with the console, and load it again on every save",
  needs: ["@wellhead/console", "@wellhead/workbench"],
  operands: "[path …]",
  operandCount: [0, Number.POSITIVE_INFINITY],
  description: [
    "Serves what wellhead serve takes; without a path, wellhead.config.ts of this folder. Every save is loaded in a new\nprocess, and replaces the one before it without closing the page. A save that cannot be loaded is reported with file\nand line, and the last good revision goes on serving.",
    "After each save, the last request for rows is sent to both revisions, and the terminal and the page show how their\nfirst 200 rows differ. Calls to the upstream are shown with status, duration, attempts and waits for limits. Types are\nchecked with the TypeScript of the folder.",
    "The paths are those of wellhead serve: one connector is at / and /<id>/, several are at /<id>/ with a list at /. A\nbrowser gets the console at /. Only this machine can reach it.",
    "At /mcp, coding agents reach the tools of wellhead mcp --author for the same files, over streamable HTTP, if they send\nthe bearer token that is printed at the start.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port, 0 for a free one; default: PORT, else 8642" },
    config: {
      value: "file",
      short: "c",
      description: "Configuration file; default: wellhead.config.ts of this folder",
    },
    account: {
      value: "account",
      description:
        "Account for comparing rows before the page has requested some: its name in wellhead login, a JSON file or env:VARIABLE",
    },
    tape: {
      value: "file",
      description:
        "Answer from this tape, without a network or an account; its first read is compared before the page has requested rows",
    },
    inspect: {
      description: "Let a debugger attach; every revision uses the same port, and rows are not compared",
    },
    "inspect-port": { value: "port", description: "Port of the debugger, implies --inspect; default: 9229" },
    "server-token-file": {
      value: "file",
      description: "File with the bearer token of /mcp; default: a new token, which is printed",
    },
    "no-types": { description: "Do not check types" },
  },
  examples: [
    { line: "wellhead dev moons.ts", does: "A connector of your own" },
    { line: "wellhead dev moons.ts --tape tape.json", does: "The same, without a network or an account" },
    { line: "wellhead dev --inspect", does: "What wellhead.config.ts lists, with a debugger" },
  ],
};
