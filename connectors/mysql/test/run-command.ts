import { execFileSync } from "node:child_process";

/** Who a command runs as. */
export interface CommandUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a command to its end and answers what it printed; its own words become the error when it fails. */
export function runCommand(command: string, parameters: readonly string[], user: CommandUser = {}): string {
  return execFileSync(command, parameters, {
    ...user,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    cwd: "/",
    maxBuffer: 2 ** 30,
  });
}
