import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listFiles } from "../check/list-files.mjs";
import { divideBlock, findBlocks } from "./find-blocks.mjs";

const page = `# A page

<!-- proof of the page: in global; with samples -->

\`\`\`sh
wellhead check http://127.0.0.1:8642
\`\`\`

<!-- proof: with crm; exits 10; not "curl" because it needs a network -->
\`\`\`sh
wellhead check http://127.0.0.1:8642
curl https://api.example
\`\`\`

It prints:

<!-- output -->
\`\`\`
One fault
\`\`\`

\`\`\`ts
const x = 1;
\`\`\`
`;

test("`findBlocks()` reads how each block runs from the comments around it", () => {
  const [first, second, ...others] = findBlocks("a.md", page);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ line: 6, plan: { room: "global", needs: ["samples"], exit: 0 } });
  expect(first?.output).toBeUndefined();
  expect(second).toMatchObject({
    plan: {
      room: "global",
      needs: ["samples", "crm"],
      exit: 10,
      except: [{ start: "curl", reason: "it needs a network" }],
    },
    output: "One fault",
  });
});

test("`findBlocks()` refuses a comment that it does not understand", () => {
  expect(() => findBlocks("a.md", "<!-- proof: in the kitchen of Ada -->\n")).toThrow(
    'Could not read the marker at a.md:1: "in the kitchen of Ada" is not known.',
  );
});

test("`divideBlock()` tells commands from titles and from shown output", () => {
  const isWhole = (/** @type {string} */ command) => !command.endsWith("\\");
  expect(divideBlock("a \\\n b\n# printed\nc", isWhole)).toEqual([
    { command: "a \\\n b", shown: ["printed"] },
    { command: "c", shown: [] },
  ]);
  expect(divideBlock("# What it does\na\n# Another\nb", isWhole)).toEqual([
    { command: "a", shown: [] },
    { command: "b", shown: [] },
  ]);
});

test("every marker of the pages of this repository can be read", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const pages = listFiles(root).filter((file) => file.endsWith(".md") && !file.startsWith(".changeset"));
  const blocks = pages.flatMap((path) => findBlocks(path, readFileSync(join(root, path), "utf8")));
  expect(blocks.length).toBeGreaterThan(100);
});

test("commands that read the sample data name fixed days, because the data ends", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const relative = listFiles(root)
    .filter((file) => file.endsWith(".md") && !file.startsWith(".changeset"))
    .flatMap((path) => findBlocks(path, readFileSync(join(root, path), "utf8")))
    .flatMap(({ page: path, text }) => text.split(/\n(?!\s)/).map((command) => ({ path, command })))
    .filter(({ command }) => /tea-orders|bike-trips|energy-mix|weather-stations/.test(command))
    .filter(({ command }) => /\b(?:LAST|PREVIOUS|THIS|TODAY|YESTERDAY|current_date|now\(\))/i.test(command));
  expect(relative).toEqual([]);
});
