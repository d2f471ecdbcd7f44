import type { CommandUsage } from "../command.js";

/** The command line of `wellhead doctor`. */
export const doctorUsage: CommandUsage = {
  name: "doctor",
  summary: "Show versions, packages, the port, memory and space of this machine",
  operands: "",
  operandCount: [0, 0],
  description: [
    "Reads only this machine and sends nothing. Ends with 12 if a version is too old or there is too\nlittle space. Optional packages that are missing are listed with what they are for.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port to look at; default: PORT, else 8642" },
  },
  examples: [
    { line: "wellhead doctor", does: "Before a question to others" },
    { line: "wellhead doctor --json | jq '.packages'", does: "For programs" },
  ],
};
