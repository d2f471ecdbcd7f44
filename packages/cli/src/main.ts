import { exitCodes } from "./command/exit-codes.js";
import { registry } from "./commands/registry.js";
import { startExitDeadline } from "./exit-deadline.js";
import { runProgram } from "./run-program.js";

// The reader of a pipe may exit at any time (`wellhead pull … | head`); then nobody is left to report to.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // oxlint-disable-next-line unicorn/no-process-exit -- any pending work is for a reader that has exited
  if (error.code === "EPIPE") process.exit(exitCodes.closedPipe.code);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), registry, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  directory: process.cwd(),
  whenStopped: startExitDeadline,
});
