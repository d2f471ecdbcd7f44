import type { CommandUsage } from "../command.js";

/** Connectors with a tape. */
export const demoConnectors = [
  "airtable",
  "github",
  "google-sheets",
  "hubspot",
  "jira",
  "notion",
  "stripe",
  "trello",
] as const;

/** The command line of `wellhead demo`. */
export const demoUsage: CommandUsage = {
  name: "demo",
  summary: "Try a connector without an account",
  operands: "<connector>",
  operandCount: [1, 1],
  operandWords: demoConnectors,
  description: [
    "Reads the tape that comes with the connector, prints the first rows of each source on it, and serves the connector\nwith this tape until it is told to stop. Nothing is sent to the network.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port, 0 for a free one; default: PORT, else 8642" },
    "no-serve": { description: "Print the rows and end" },
  },
  examples: [
    { line: "wellhead demo github", does: "Rows of the tape of GitHub, then a service with the console" },
    { line: "wellhead demo stripe --no-serve", does: "The rows only" },
  ],
};
