import type { CommandUsage } from "../command.js";

/** The command line of `wellhead docs`. */
export const docsUsage: CommandUsage = {
  name: "docs",
  summary: "Search the documentation of this version, or print a page of it",
  operands: "<words …>",
  operandCount: [1, Number.POSITIVE_INFINITY],
  description: [
    "Finds sections by words or by the name of a function, in the guides, the README of each package and connector, and\nthe API of each package. The documentation is part of the command, so no network is needed.",
    "With --open, prints a page as Markdown, or with # a section of it.",
  ],
  options: {
    open: { description: "Print the page with this address instead of searching" },
    json: { description: "Print the sections that were found as JSON" },
  },
  examples: [
    { line: "wellhead docs rate limit", does: "Sections about limits" },
    { line: "wellhead docs pageNumber", does: "A function of the SDK" },
    { line: "wellhead docs --open docs/recipes.md", does: "A page" },
  ],
};
