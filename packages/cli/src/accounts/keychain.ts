import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";

/** A place of the operating system for secrets, which the user unlocks by signing in. */
export interface Keychain {
  /** Its name for messages. */
  readonly name: string;
  /**
   * Returns a secret.
   *
   * @param label - What it belongs to
   * @returns The secret; `undefined` when there is none, or the keychain cannot be used
   */
  readonly read: (label: string) => Promise<string | undefined>;
  /**
   * Stores a secret.
   *
   * @param label - What it belongs to
   * @param secret - The secret, without spaces
   */
  readonly write: (label: string, secret: string) => Promise<void>;
}

/** Milliseconds that the user has to unlock the keychain. */
const unlockTimeoutMs = 120_000;

/** The environment of a command. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the keychain of the system: that of macOS, or the Secret Service of a Linux desktop, by their command lines.
 *
 * @param env - The environment, whose `PATH` is searched
 * @param platform - The operating system. Default: this one
 * @returns The keychain; `undefined` when there is none, as on Windows, on a server or in a container
 */
export function systemKeychain(env: Environment, platform: string = process.platform): Keychain | undefined {
  if (platform === "darwin" && isInstalled("security", env)) return macKeychain(env);
  const hasBus = env["DBUS_SESSION_BUS_ADDRESS"] !== undefined;
  return platform === "linux" && hasBus && isInstalled("secret-tool", env) ? secretService(env) : undefined;
}

/** @see https://manpages.debian.org/bookworm/libsecret-tools/secret-tool.1.en.html */
function secretService(env: Environment): Keychain {
  return {
    name: "the keyring of the desktop",
    read: async (label) => {
      const { code, stdout } = await run(env, { command: ["secret-tool", "lookup", ...attributes(label)] });
      return code === 0 && stdout !== "" ? stdout.trim() : undefined;
    },
    write: async (label, secret) => {
      await run(env, {
        command: ["secret-tool", "store", "--label=Wellhead accounts", ...attributes(label)],
        input: secret,
      });
    },
  };
}

function attributes(label: string): readonly string[] {
  return ["service", "wellhead", "accounts", label];
}

/** The secret is passed in the input, because other users can see the words of a command. */
function macKeychain(env: Environment): Keychain {
  return {
    name: "the keychain of macOS",
    read: async (label) => {
      const command = ["security", "find-generic-password", "-s", "wellhead", "-a", label, "-w"];
      const { code, stdout } = await run(env, { command });
      return code === 0 && stdout !== "" ? stdout.trim() : undefined;
    },
    write: async (label, secret) => {
      const line = `add-generic-password -U -s wellhead -a "${label.replaceAll(/["\\]/g, "\\$&")}" -w ${secret}\n`;
      await run(env, { command: ["security", "-i"], input: line });
    },
  };
}

function isInstalled(program: string, { PATH = "" }: Environment): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, program)));
}

interface RunOptions {
  readonly command: readonly string[];
  /** Default: nothing. */
  readonly input?: string;
}

/** Runs a program of the keychain. One that cannot be used fails, and the caller stores its secret elsewhere. */
async function run(
  env: Environment,
  { command: [program = "", ...words], input = "" }: RunOptions,
): Promise<{ readonly code: number; readonly stdout: string }> {
  const child = spawn(program, words, {
    env: { ...env },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: unlockTimeoutMs,
  });
  // A program that ends early does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  try {
    const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
    return { code: child.exitCode ?? 1, stdout };
  } catch {
    return { code: 1, stdout: "" };
  }
}
