import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead airbyte`. */
export const airbyteUsage: CommandUsage = {
  name: "airbyte",
  summary: "Run any connector as a source of Airbyte",
  operands: "<url>|<connector> spec|check|discover|read",
  operandCount: [2, 2],
  operandWords: ["spec", "check", "discover", "read"],
  description: [
    "The connector is an address, or a connector of this machine as wellhead serve takes it. The messages of the protocol\nare written to standard output. The configuration has the account, and the filters of the streams; spec describes it.",
    "A stream can be read incrementally where the rows have a key: what has changed, or from the last page of a run\nthat was stopped. check ends with exit code 0 even if the account does not work, as the protocol requires.",
  ],
  options: {
    config: { value: "file", description: "Configuration of the account and the filters, JSON" },
    catalog: { value: "file", description: "Configured catalogue: the streams to read, JSON" },
    state: { value: "file", description: "States of an earlier reading, JSON" },
    ...callerOptions,
  },
  examples: [
    { line: "wellhead airbyte github spec", does: "The form of the configuration" },
    {
      line: "wellhead airbyte ./my-folder discover --config config.json",
      does: "The streams, with their JSON Schemas",
    },
    {
      line: "wellhead airbyte https://connector.example read --config config.json --catalog catalog.json",
      does: "The records of a connector in any language",
    },
  ],
};
