import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead console`. */
export const consoleUsage: CommandUsage = {
  name: "console",
  summary: "Try any connector in the browser",
  needs: ["@wellhead/console", "@wellhead/workbench"],
  operands: "<url …>",
  operandCount: [1, Number.POSITIVE_INFINITY],
  description: [
    "A page that does what the platform does: accounts, filters, rows, charts and every request behind them.\nWorks on every connector of the contract, in any language. Only this machine can reach it.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port; default: a free one" },
    ...callerOptions,
    report: {
      value: "file",
      several: true,
      description: "JSON report of wellhead check, to show next to its connector",
    },
  },
  examples: [
    { line: "wellhead console http://127.0.0.1:8080/tracker", does: "A connector under development" },
    {
      line: "wellhead console http://127.0.0.1:8080/tracker https://connector.example",
      does: "Two connectors side by side",
    },
  ],
};
