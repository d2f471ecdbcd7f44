import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { divideBlock } from "./find-blocks.mjs";

/** @import { Block, Step } from "./find-blocks.mjs" */

/** Commands that run until the reader stops them, and what they print once they can be used. */
const STAYING =
  /\bwellhead (?:serve|dev|console|demo(?!.*--no-serve))\b|\bwellhead mcp .*--http\b|\bnpm (?:run )?start\b/;
const READY = /listens on http|Revision 1 |http:\/\/\S+/;
const MAXIMUM_SECONDS = 240;

/** Reads commands from one descriptor and reports how each ended to another, so that no command can read the others. */
const SHELL =
  'trap : INT; while IFS= read -r -d "" command <&8; do eval "$command"; printf "%s\\n" "$?" >&9; done';

/**
 * Runs a block as its reader would: one command after the other in one shell, and Ctrl+C for commands that stay.
 *
 * @param {Block} block The block.
 * @param {{ folder: string, env: NodeJS.ProcessEnv, replace: (text: string) => string, restore: (text: string) => string }} room
 *   Where it runs, and the addresses that stand for those of the page.
 * @returns {Promise<string[]>} Its faults.
 */
export async function readBlock({ text, plan, output }, { folder, env, replace, restore }) {
  const child = spawn("bash", ["--norc", "-c", SHELL], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  // The descriptors above are pipes.
  const [, , , , , , , , input, reports] = /** @type {(import("node:stream").Duplex)[]} */ (
    /** @type {unknown} */ (child.stdio)
  );
  const heard = { printed: "", report: "" };
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (/** @type {Buffer} */ chunk) => (heard.printed += String(chunk)));
  reports?.on("data", (/** @type {Buffer} */ chunk) => (heard.report += String(chunk)));
  const faults = [];
  try {
    const steps = divideBlock(text, isWhole).filter(
      ({ command }) => !plan.except.some(({ start }) => command.startsWith(start)),
    );
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1;
      input?.write(`${replace(step.command)}\0`);
      const expected = {
        exit: isLast ? plan.exit : 0,
        until: STAYING.test(step.command) || plan.until !== undefined ? plan.until : undefined,
        stays:
          plan.until === undefined ? STAYING.test(step.command) && !/ &(?: |$)/.test(step.command) : isLast,
      };
      const fault = await awaitStep(step, {
        child,
        heard,
        expected,
        output: isLast ? output : undefined,
        restore,
      });
      if (fault !== undefined) faults.push(fault);
      if (fault !== undefined) break;
    }
  } finally {
    endGroup(child.pid);
  }
  return faults;
}

/**
 * @typedef {object} Watch
 * @property {import("node:child_process").ChildProcess} child The shell.
 * @property {{ printed: string, report: string }} heard What it has printed.
 * @property {{ exit: number, until: string | undefined, stays: boolean }} expected How the command should end.
 * @property {string | undefined} output The output that the page shows below the block.
 * @property {(text: string) => string} restore Puts the addresses of the page back.
 */

/**
 * @param {Step} step The command.
 * @param {Watch} watch The shell, and what is expected.
 * @returns {Promise<string | undefined>} Its fault.
 */
async function awaitStep({ command, shown }, { child, heard, expected, output, restore }) {
  [heard.printed, heard.report] = ["", ""];
  const isReady = () =>
    expected.until === undefined
      ? READY.test(heard.printed)
      : restore(heard.printed).includes(expected.until);
  const deadline = performance.now() + MAXIMUM_SECONDS * 1000;
  let stopped = false;
  const exited = once(child, "exit");
  while (heard.report === "") {
    if (performance.now() > deadline)
      return describe(command, `did not end in ${MAXIMUM_SECONDS} s`, heard.printed);
    if (child.exitCode !== null) return describe(command, "ended the shell", heard.printed);
    if (expected.stays && !stopped && isReady()) {
      // What is printed after the address belongs to the same greeting.
      await setTimeout(500);
      stopped = true;
      process.kill(-Number(child.pid), "SIGINT");
    }
    await Promise.race([setTimeout(50), exited]);
  }
  const exit = Number(heard.report);
  const ends = expected.stays ? [0, 130] : [expected.exit];
  if (!ends.includes(exit)) return describe(command, `ended with ${exit}`, heard.printed);
  if (expected.stays && !stopped) return describe(command, "ended by itself", heard.printed);
  const lines = [...shown, ...(output?.split("\n") ?? [])];
  const missing = firstMissing(lines, restore(heard.printed));
  return missing === undefined
    ? undefined
    : describe(command, `did not print "${missing}"`, restore(heard.printed));
}

/**
 * Compares what a page shows with what was printed: the lines are there in this order. An ellipsis stands for any text.
 *
 * @param {readonly string[]} lines Lines of the page.
 * @param {string} printed What was printed.
 * @returns {string | undefined} The first line that was not printed.
 */
export function firstMissing(lines, printed) {
  const rest = printed.split("\n").map((line) => line.trim());
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== "" && each !== "…")) {
    const pattern = new RegExp(`^${line.split("…").map(escape).join(".*")}$`);
    const index = rest.findIndex((each) => pattern.test(each));
    if (index === -1) return line;
    rest.splice(0, index + 1);
  }
  return undefined;
}

/**
 * @param {string} text Text.
 * @returns {string} A pattern that only this text matches.
 */
function escape(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/**
 * @param {string} command A command.
 * @returns {boolean} Whether bash would run it, rather than wait for another line.
 */
export function isWhole(command) {
  if (command.endsWith("\\")) return false;
  const { status, stderr } = spawnSync("bash", ["-n"], { input: `${command}\n`, encoding: "utf8" });
  return status === 0 && stderr === "";
}

/**
 * @param {string} command The command.
 * @param {string} fault What was wrong.
 * @param {string} printed What it printed.
 * @returns {string} The fault with the end of the output.
 */
function describe(command, fault, printed) {
  const end = printed.trim().split("\n").slice(-12).join("\n    ");
  return `"${command}" ${fault}:\n    ${end}`;
}

/**
 * Ends a shell and everything that it has started in its group.
 *
 * @param {number | undefined} pid The shell.
 * @returns {void}
 */
function endGroup(pid) {
  try {
    process.kill(-Number(pid), "SIGKILL");
  } catch {
    // The group has ended.
  }
}
