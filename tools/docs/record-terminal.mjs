import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Writes docs/images/terminal.svg: commands that are run on the samples, and what they print, as a moving picture.

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "packages/cli/bin/wellhead.js");

/** Commands as a reader types them. */
const commands = [
  ["wellhead", "inspect", "samples/tea-orders.csv"],
  [
    "wellhead",
    "sql",
    'select country, count(*) as orders, sum(amount) as worth from tea."tea-orders" group by 1 order by 3 desc limit 4',
    "--connect",
    "tea=samples",
    "--format",
    "table",
  ],
];

const [charWidth, lineHeight, padding] = [8, 20, 16];
const maxColumns = 100;
const maxLines = 6;
/** Seconds between two lines, and after a command was typed. */
const [perLine, afterCommand] = [0.12, 0.8];

const folder = mkdtempSync(join(tmpdir(), "wellhead-terminal-"));
try {
  symlinkSync(join(root, "samples"), join(folder, "samples"));
  const picture = drawTerminal(commands.map((words) => ({ words, printed: run(words) })));
  writeFileSync(join(root, "docs/images/terminal.svg"), picture);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {readonly string[]} words A command.
 * @returns {readonly string[]} The lines that it prints.
 */
function run([, ...words]) {
  const env = { ...process.env, NO_COLOR: "1" };
  const printed = execFileSync(process.execPath, [program, ...words, "--quiet"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const lines = printed.trimEnd().split("\n");
  return lines.length > maxLines ? [...lines.slice(0, maxLines), "…"] : lines;
}

/**
 * @param {readonly { words: readonly string[], printed: readonly string[] }[]} runs What was run.
 * @returns {string} The picture. Without animations, such as for readers who turn them off, it shows everything.
 */
function drawTerminal(runs) {
  /** @type {{ text: string, isTyped: boolean, at: number }[]} */
  const lines = [];
  let at = 0.4;
  for (const { words, printed } of runs) {
    for (const text of wrap(`$ ${words.map(quote).join(" ")}`)) lines.push({ text, isTyped: true, at });
    at += afterCommand;
    for (const text of [...printed.flatMap(wrap), ""]) {
      lines.push({ text, isTyped: false, at });
      at += perLine;
    }
    at += afterCommand;
  }
  const [width, height] = [maxColumns * charWidth + 2 * padding, lines.length * lineHeight + 2 * padding];
  const drawn = lines.map(
    ({ text, isTyped, at: begin }, index) =>
      `<text class="${isTyped ? "typed" : "printed"}" x="${padding}" y="${padding + (index + 0.75) * lineHeight}" style="animation-delay:${begin.toFixed(2)}s">${escapeXml(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Commands in a terminal: a file is inspected, and queried with SQL">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #c9d1d9; }
.typed { fill: #7ee787; }
@media (prefers-reduced-motion: no-preference) { text { opacity: 0; animation: show 0.01s forwards; } }
@keyframes show { to { opacity: 1; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
${drawn.join("\n")}
</svg>
`;
}

/**
 * @param {string} text A line.
 * @returns {readonly string[]} Lines that fit the picture.
 */
function wrap(text) {
  const lines = [];
  for (let rest = text; lines.length === 0 || rest !== ""; ) {
    const space = rest.length > maxColumns ? rest.lastIndexOf(" ", maxColumns) : rest.length;
    const end = space > 0 ? space : maxColumns;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
    if (rest !== "") rest = `    ${rest}`;
  }
  return lines;
}

/**
 * @param {string} word A word of a command.
 * @returns {string} The word as it is typed.
 */
function quote(word) {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word}'`;
}

/**
 * @param {string} text Text.
 * @returns {string} The text as XML.
 */
function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
