import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Account } from "@wellhead/client";
import { usageError } from "../command-line/command-error.js";
import type { TapeOrder, TapeReport, TapeResults } from "./tape-messages.js";

const program = fileURLToPath(new URL("../../dist/author/tape-process.js", import.meta.url));

/** Milliseconds that a recording or a replay may take. */
const timeoutMs = 300_000;

/** Options of {@link runTapeTask}. */
export interface TapeTaskOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the process. */
  readonly signal: AbortSignal;
  /** Receives the account when its tokens were renewed. Default: not called. */
  readonly onAccount?: (account: Account) => void;
  /** Called after each fault with the number of those played so far, and of all. Default: not called. */
  readonly onPlayed?: (played: number, total: number) => void;
}

/**
 * Records or replays a tape with the files of the author as they are now, in a process of its own.
 *
 * @param order - What to do
 * @param options - Folder, environment and signal
 * @returns What the process returned
 * @throws CommandError when it failed, ended or took too long
 */
export async function runTapeTask<Type extends keyof TapeResults>(
  order: TapeOrder<Type>,
  { directory, env, signal, onAccount, onPlayed }: TapeTaskOptions,
): Promise<TapeResults[Type]> {
  const child = fork(program, [], {
    cwd: directory,
    env,
    execArgv: [],
    // What the author's code prints must not mix with the messages of a server over standard output.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const kill = (): void => void child.kill("SIGKILL");
  either.addEventListener("abort", kill, { once: true });
  try {
    return await new Promise<TapeResults[Type]>((resolve, reject) => {
      child.on("message", (report: TapeReport) => {
        if (report.type === "account") onAccount?.(report.account);
        else if (report.type === "played") onPlayed?.(report.played, report.total);
        else if (report.type === "failed") reject(usageError(report.message));
        // The process returns what belongs to its task.
        else resolve(report as TapeResults[Type]);
      });
      child.once("error", reject);
      child.once("exit", (code, killedBy) =>
        reject(
          usageError(
            `Could not finish: the process of the connector ended (${killedBy ?? `code ${code}`}). Check what the connector does while it reads.`,
          ),
        ),
      );
      child.send(order);
    });
  } finally {
    either.removeEventListener("abort", kill);
    kill();
  }
}
