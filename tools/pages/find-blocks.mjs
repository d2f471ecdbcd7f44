/**
 * A shell block of a page, and what the page says around it.
 *
 * @typedef {object} Block
 * @property {string} page Path of the page.
 * @property {number} line Line of its first command, counted from 1.
 * @property {string} text Its commands.
 * @property {Plan} plan How it is run.
 * @property {string} [output] The output that the page shows below it.
 */

/**
 * How a block is run. A hidden comment above a block, or one for all blocks of a page, says what differs from the
 * default.
 *
 * @typedef {object} Plan
 * @property {string} room The folder that the page assumes.
 * @property {readonly string[]} needs Services and files that the page assumes.
 * @property {number} exit The exit code of its last command.
 * @property {string} [until] What a command prints when the reader would press Ctrl+C.
 * @property {string} [unproven] Why it is not run.
 * @property {readonly { start: string, reason: string }[]} except Commands that are not run, by how they begin.
 */

/** @type {Plan} */
const DEFAULT = { room: "project", needs: [], exit: 0, except: [] };

const FENCE = /^(?<indent>\s*)```(?<language>[\w-]*)/;
const MARKER = /^\s*<!-- proof(?<page> of the page)?: (?<clauses>.*) -->\s*$/;
const OUTPUT = /^\s*<!-- output -->\s*$/;

/** @type {readonly (readonly [pattern: RegExp, read: (found: readonly string[], plan: Plan) => Partial<Plan>])[]} */
const CLAUSES = [
  [/^in (\w+)$/, ([room = ""]) => ({ room })],
  [/^with (.+)$/, ([names = ""], { needs }) => ({ needs: [...needs, ...names.split(", ")] })],
  [/^exits (\d+)$/, ([exit]) => ({ exit: Number(exit) })],
  [/^until "(.+)"$/, ([until = ""]) => ({ until })],
  [/^none because (.+)$/, ([unproven = ""]) => ({ unproven })],
  [
    /^not "(.+)" because (.+)$/,
    ([start = "", reason = ""], { except }) => ({ except: [...except, { start, reason }] }),
  ],
];

/**
 * Finds the shell blocks of a page.
 *
 * @param {string} page Path of the page.
 * @param {string} text Its text.
 * @returns {Block[]} The blocks.
 * @throws {SyntaxError} When a marker says something that is not known.
 */
export function findBlocks(page, text) {
  /** @type {Block[]} */
  const blocks = [];
  let ofPage = DEFAULT;
  /** @type {Plan | undefined} */
  let plan;
  /** @type {{ language: string, line: number, lines: string[] } | undefined} */
  let fence;
  let showsOutput = false;
  for (const [index, line] of text.split("\n").entries()) {
    const found = FENCE.exec(line)?.groups;
    const marker = MARKER.exec(line)?.groups;
    if (fence === undefined && marker !== undefined) {
      const read = readClauses(marker["clauses"] ?? "", ofPage, `${page}:${index + 1}`);
      if (marker["page"] === undefined) plan = read;
      else ofPage = read;
    } else if (fence === undefined && OUTPUT.test(line)) showsOutput = true;
    else if (fence === undefined && found !== undefined)
      fence = { language: found["language"] ?? "", line: index + 2, lines: [] };
    else if (fence !== undefined && found !== undefined) {
      const body = fence.lines.join("\n");
      const last = blocks.at(-1);
      if (showsOutput && last !== undefined) last.output = body;
      else if (["sh", "bash", "shell", "console"].includes(fence.language))
        blocks.push({ page, line: fence.line, text: body, plan: plan ?? ofPage });
      [fence, plan, showsOutput] = [undefined, undefined, false];
    } else fence?.lines.push(line);
  }
  return blocks;
}

/**
 * @param {string} clauses What a marker says.
 * @param {Plan} before The plan that it changes.
 * @param {string} place Where it is.
 * @returns {Plan} The plan.
 */
function readClauses(clauses, before, place) {
  let plan = before;
  for (const clause of clauses.split("; ")) {
    const [pattern, read] = CLAUSES.find(([known]) => known.test(clause)) ?? [];
    if (pattern === undefined || read === undefined)
      throw new SyntaxError(`Could not read the marker at ${place}: "${clause}" is not known.`);
    plan = { ...plan, ...read((pattern.exec(clause) ?? []).slice(1), plan) };
  }
  return plan;
}

/**
 * A command of a block with the output that the block shows below it.
 *
 * @typedef {object} Step
 * @property {string} command The command; it may have several lines.
 * @property {readonly string[]} shown Lines of its output.
 */

/**
 * Divides a block into commands. Comments below a command are its output, unless the block begins with a comment: there,
 * they are titles.
 *
 * @param {string} text The block.
 * @param {(command: string) => boolean} isWhole Whether the shell would run this text, rather than wait for more.
 * @returns {Step[]} The commands.
 */
export function divideBlock(text, isWhole) {
  const lines = text.split("\n");
  const hasTitles = lines[0]?.startsWith("#") ?? false;
  /** @type {{ command: string, shown: string[] }[]} */
  const steps = [];
  let pending = "";
  for (const line of lines) {
    if (pending === "" && line.trim() === "") continue;
    if (pending === "" && line.startsWith("#")) {
      if (!hasTitles) steps.at(-1)?.shown.push(line.replace(/^# ?/, ""));
      continue;
    }
    pending += pending === "" ? line : `\n${line}`;
    if (!isWhole(pending)) continue;
    steps.push({ command: pending, shown: [] });
    pending = "";
  }
  if (pending !== "") steps.push({ command: pending, shown: [] });
  return steps;
}
