import type { CommandUsage } from "../command.js";
import { serveUsage } from "./serve-usage.js";

/** What `wellhead config` does, as its first operand. */
export const configVerbs = ["print", "check", "schema"] as const;

/** The command line of `wellhead config`. */
export const configUsage: CommandUsage = {
  name: "config",
  summary: "Print or check the settings of wellhead serve",
  operands: "print|check|schema [path …]",
  operandCount: [1, Number.POSITIVE_INFINITY],
  operandWords: configVerbs,
  description: [
    "Takes the options, the environment and the configuration file of wellhead serve. An option takes precedence over an\nenvironment variable, and a variable over the file.",
    "With print, prints the value of every setting and where it comes from; secrets are hidden. With check, loads the\nconnectors, certificates and secrets as serve does, but does not listen; unknown variables are errors. With schema,\nprints the JSON Schema of the configuration file.",
  ],
  options: serveUsage.options,
  examples: [
    { line: "wellhead config print", does: "The settings of the configuration file in this folder" },
    {
      line: "wellhead config check --config /etc/wellhead/wellhead.config.yaml",
      does: "Check a file before the service reads it",
    },
    { line: "wellhead config schema > wellhead.config.schema.json", does: "The schema, for an editor" },
  ],
};
