import { type ChildProcess, spawn } from "node:child_process";
import { type OAuthProvider, startOAuthProvider } from "../oauth/oauth-provider.js";
import type { ConformanceOptions } from "../requirement/conformance-options.js";
import type { ConformanceReport } from "../run/conformance-report.js";
import { runConformance } from "../run/run-conformance.js";

/** A program that serves a connector, and the options to judge it with. */
export interface JudgeProgramOptions {
  /** Program and arguments. It prints `{"port"}` once it is listening, plus `"path"` if it has one. */
  readonly command: readonly [program: string, ...rest: string[]];
  /** Whether the suite's provider is used. */
  readonly provider: boolean;
  /** Account and limits. */
  readonly options: ConformanceOptions;
}

/**
 * Starts a program, judges the connector it serves, and stops it.
 *
 * @param options - The program and how it is judged
 * @returns The report
 */
export async function judgeProgram({
  command,
  provider,
  options,
}: JudgeProgramOptions): Promise<ConformanceReport> {
  const suite = provider ? await startOAuthProvider() : undefined;
  try {
    return await startProgram(command, suite ? { PROVIDER: addressesOf(suite) } : {}, (address) =>
      runConformance(address, { ...options, ...(suite && { oauthProvider: suite }) }),
    );
  } finally {
    await suite?.close();
  }
}

/**
 * Starts a program that serves a connector, and stops it when the work with it is done.
 *
 * @param command - Program and arguments
 * @param variables - Variables to add to the environment
 * @param work - Called with the address of the connector
 * @returns What the work returns
 */
export async function startProgram<Result>(
  [program, ...rest]: readonly [program: string, ...rest: string[]],
  variables: Readonly<Record<string, string>>,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  // A zone far from Greenwich reveals days that are read in the zone of the machine.
  const env = { ...process.env, TZ: "Asia/Kathmandu", ...variables };
  const started = spawn(program, rest, { stdio: ["ignore", "pipe", "ignore"], env });
  try {
    return await work(await addressOf(started));
  } finally {
    started.kill("SIGKILL");
  }
}

/**
 * Lists the accounts that the planted connectors of a language accept.
 *
 * @param language - The language they are written in
 * @returns Accounts by name; `none` stands for no account
 */
export function accountsOf(
  language: "node" | "python",
): Readonly<Record<string, ConformanceOptions["account"]>> {
  if (language === "python") {
    const login = { auth: "login", user: "grace", password: "h0pper-Rear-Adm" };
    return { default: { auth: "apikey", key: "9f3b-77aa-41c2-e0d5" }, login };
  }
  const login = { auth: "login", user: "ada", password: "Pa55-cold-harbour" };
  return { default: { auth: "token", token: "tk-5f0c9a77d1e2" }, login };
}

/**
 * Formats the addresses of the suite's provider for the environment of the planted connectors.
 *
 * @param provider - The provider
 * @returns Addresses and client as JSON
 */
export function addressesOf({ addresses, clientId, clientSecret }: OAuthProvider): string {
  return JSON.stringify({ ...addresses, clientId, clientSecret });
}

async function addressOf(started: ChildProcess): Promise<string> {
  const line = await new Promise((resolve) => {
    started.stdout?.once("data", resolve);
  });
  // The programs of this package print a single line of this form.
  const { port, path = "/" } = JSON.parse(String(line)) as { readonly port: number; readonly path?: string };
  return `http://127.0.0.1:${port}${path}`;
}
