import type { CommandUsage } from "../command.js";
import { accountConnectors } from "./serve-usage.js";

/** The command line of `wellhead record`. */
export const recordUsage: CommandUsage = {
  name: "record",
  summary: "Keep what the upstream of a connector says, for tests",
  operands: "<connector>",
  operandCount: [1, 1],
  operandWords: accountConnectors,
  description: [
    "Checks the account and a wrong one, requests the options of the filters, reads, and writes every request and\nresponse over HTTP into a tape. Tests and wellhead serve --tape answer from it without a network or an account.",
    "Secrets are replaced. A text that looks like a secret and that nobody has declared ends the command without a\nfile: declare it with --secret or --public.",
  ],
  options: {
    account: {
      value: "file",
      short: "a",
      description: "The account: a JSON file, or env:NAME; default: none",
    },
    source: {
      value: "source",
      short: "s",
      description: "Source to read; default: every source without a required filter",
    },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "Filter of the source, JSON or text; repeat it for more",
    },
    limit: { value: "count", short: "n", description: "Maximum number of rows of each source; default: all" },
    output: { value: "file", short: "o", description: "The tape; default: tape.json" },
    again: {
      value: "number",
      description:
        "Record only this interaction of the tape again, counted from 1; the tape answers the others",
    },
    secret: { value: "text", several: true, description: "Text to replace that is not in the account" },
    public: { value: "text", several: true, description: "Text that looks like a secret and is not one" },
  },
  examples: [
    {
      line: "wellhead record github -a account.json -s issues -f owner=ada -f repository=engine -n 50",
      does: "Issues of a repository",
    },
    { line: "wellhead record moons.ts --again 3", does: "The third interaction of tape.json" },
  ],
};
