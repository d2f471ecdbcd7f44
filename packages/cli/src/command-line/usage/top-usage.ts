import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** What `wellhead top` orders requests by, the largest first, as the service does. */
export const requestOrders = ["age", "wait", "rows", "bytes", "rate"] as const;

/** The command line of `wellhead top`. */
export const topUsage: CommandUsage = {
  name: "top",
  summary: "Show what services are doing: their requests, waits, failing accounts and refusals",
  operands: "<admin-url …>",
  operandCount: [1, Number.POSITIVE_INFINITY],
  description: [
    "Takes the addresses of the admin ports of one or more replicas (wellhead serve --admin-port), with their token\n(WELLHEAD_ADMIN_TOKEN) in --token-file, or the links that their terminals printed. On a terminal, the list is\nrenewed until q or Ctrl+C. The keys a, w, r, b and t order it by age, wait, rows, bytes and rate; the arrow keys scroll.",
    "Elsewhere, the list is printed once. With --json it is printed once per interval until a signal arrives, one object per\nline. A replica that cannot be reached is shown with the reason.",
  ],
  options: {
    once: { description: "Print the list once and exit" },
    sort: {
      value: "order",
      values: requestOrders,
      description: "What requests are ordered by, the largest first; default: age",
    },
    interval: { value: "seconds", description: "Seconds between two readings, from 1; default: 1" },
    json: { description: "Print JSON: what each replica returns for /activity, or why it cannot be reached" },
    ...callerOptions,
  },
  examples: [
    {
      line: "wellhead top 'http://127.0.0.1:9642/top#key=…'",
      does: "One replica, live, by the link it printed",
    },
    {
      line: "wellhead top http://10.0.0.4:9642 http://10.0.0.5:9642 --token-file admin.token",
      does: "Two replicas",
    },
    {
      line: "wellhead top http://127.0.0.1:9642 --token-file admin.token --once --json | jq '.replicas[].activity.counts'",
      does: "For programs",
    },
  ],
};
