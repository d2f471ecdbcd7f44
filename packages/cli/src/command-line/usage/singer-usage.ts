import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead singer`. */
export const singerUsage: CommandUsage = {
  name: "singer",
  summary: "Run any connector as a Singer tap",
  operands: "<url>|<connector>",
  operandCount: [1, 1],
  description: [
    "The connector is an address, or a connector of this machine as wellhead serve takes it. The messages of the protocol\nare written to standard output. The configuration has the account, and the filters of the streams; --about describes it.",
    "A stream can be read incrementally where the rows have a key. Without a catalogue, all streams are read.",
  ],
  options: {
    config: { value: "file", description: "Configuration of the account and the filters, JSON" },
    discover: { description: "Print the streams with their JSON Schemas" },
    catalog: { value: "file", description: "Catalogue whose selected streams are read, JSON" },
    properties: { value: "file", description: "The same, as older programs name it" },
    state: { value: "file", description: "State of an earlier reading, JSON" },
    about: { description: "Print the capabilities, and the form of the configuration" },
    format: { value: "format", values: ["json"], description: "Format of --about" },
    ...callerOptions,
  },
  examples: [
    { line: "wellhead singer github --about", does: "The form of the configuration" },
    { line: "wellhead singer ./my-folder --discover > catalog.json", does: "The streams" },
    {
      line: "wellhead singer ./my-folder --catalog catalog.json | target-csv",
      does: "All rows, into any target",
    },
  ],
};
