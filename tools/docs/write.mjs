import { spawnSync } from "node:child_process";

// Writes what a program can write of the documentation: `npm run write <name>`. Without a name, it lists what there is.

/** @type {Readonly<Record<string, { writes: string, command: readonly string[] }>>} */
const WRITERS = {
  api: {
    writes: "the API report of each stable package, api.md, from its compiled declarations",
    command: ["node", "tools/check/check.mjs", "--write", "api"],
  },
  commands: {
    writes: "docs/commands.md, docs/operate/configuration.md and the manual page, from the command",
    command: [
      "sh",
      "-c",
      "npm run --silent docs -w @wellhead/cli && npx biome format --write packages/cli/config.schema.json",
    ],
  },
  journey: {
    writes: "docs/journey.md, from a real project; needs an idle machine, because the page has the times",
    command: ["node", "tools/docs/record-journey.mjs"],
  },
  pictures: {
    writes: "docs/images, from the console in a browser",
    command: ["npm", "run", "--silent", "pictures", "-w", "@wellhead/console"],
  },
  reference: {
    writes: "api-reference/, from the documentation comments",
    command: ["node", "tools/reference/reference.mjs", "--write"],
  },
  requirements: {
    writes: "docs/is-my-connector-right.md and a table of docs/judge-proof.md, from the requirements",
    command: ["npm", "run", "--silent", "docs", "-w", "@wellhead/conformance"],
  },
  samples: { writes: "the data in samples/", command: ["node", "samples/make.mjs"] },
  sbom: {
    writes: "a CycloneDX document of each package and of the image, from the lock file",
    command: ["node", "tools/packages/write-sbom.mjs"],
  },
  snippets: {
    writes: "code shown in Markdown and in documentation comments, from its files",
    command: ["node", "tools/check/check.mjs", "--write", "snippets"],
  },
  terminal: {
    writes: "docs/images/terminal.svg, from commands that are run on the samples",
    command: ["node", "tools/docs/record-terminal.mjs"],
  },
  transcript: {
    writes: "the conversation in docs/mcp.md, from the official client",
    command: ["node", "tools/docs/write-transcript.mjs"],
  },
};

const [name, ...parameters] = process.argv.slice(2);
if (name === undefined) {
  for (const [known, { writes }] of Object.entries(WRITERS)) console.log(`${known.padEnd(12)} ${writes}`);
} else {
  const writer = WRITERS[name];
  if (writer === undefined)
    throw new RangeError(`Could not write "${name}": expected one of ${Object.keys(WRITERS).join(", ")}.`);
  const [program = "", ...own] = writer.command;
  process.exitCode = spawnSync(program, [...own, ...parameters], { stdio: "inherit" }).status ?? 1;
}
