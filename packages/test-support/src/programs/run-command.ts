import { execFileSync } from "node:child_process";

/** The user that runs a command. */
export interface CommandUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a command to its end and returns its output. When it fails, its error output becomes the error message. */
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
