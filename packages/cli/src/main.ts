import { exitCodes } from "./command-line/exit-codes.js";
import { registry } from "./commands/registry.js";
import { runProgram } from "./run-program.js";

/** Milliseconds the process may keep running after everything was closed. */
const lastWait = 2000;

/**
 * Ends the process when something keeps it alive after the service has stopped, such as a timer of a connector. Writes
 * one JSON line that names what kept it alive.
 */
function startExitDeadline(): void {
  setTimeout(() => {
    const held = process.getActiveResourcesInfo().filter((name) => !["TTYWrap", "PipeWrap"].includes(name));
    const line = {
      level: "warn",
      time: new Date().toISOString(),
      held: countOf(held),
      msg: "Ended the process: the service has stopped, but something kept the process alive.",
    };
    process.stderr.write(`${JSON.stringify(line)}\n`);
    // oxlint-disable-next-line unicorn/no-process-exit -- the remaining resources will not end by themselves
    process.exit();
  }, lastWait).unref();
}

function countOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

// The reader of a pipe may exit at any time (`wellhead pull … | head`); then there is nobody to report to.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  const isClosed = code === "EPIPE";
  if (!isClosed)
    process.stderr.write(`Could not write to standard output: ${message}. Check where it leads.\n`);
  // oxlint-disable-next-line unicorn/no-process-exit -- any pending work is for a reader that gets nothing more
  process.exit(exitCodes[isClosed ? "closedPipe" : "unwritable"].code);
});

process.exitCode = await runProgram(process.argv.slice(2), registry, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  directory: process.cwd(),
  whenStopped: startExitDeadline,
});
