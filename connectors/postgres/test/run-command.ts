import { execFileSync } from "node:child_process";

/** Who a command runs as. */
export interface CommandUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a command to its end and returns what it printed; its own words become the error when it fails. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  user: CommandUser & { readonly input?: string } = {},
): string {
  return execFileSync(command, parameters, {
    ...user,
    encoding: "utf8",
    stdio: [user.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    cwd: "/",
    maxBuffer: 2 ** 30,
  });
}
