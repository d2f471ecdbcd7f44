import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** An independent provider of OAuth 1.0a on this machine, and a person who always says yes. */
export interface OAuth1Server {
  readonly address: string;
  /** Goes where a sign-in leads; gives the address the person is sent back to. */
  readonly signIn: (address: string) => Promise<URL>;
  readonly close: () => void;
}

/**
 * Starts such a provider. It knows one client, `client`, with the secret `client-secret-canary`.
 *
 * @param publicKey - Public key of the client as PEM, for signatures of RSA-SHA1. Default: none
 * @returns The provider, listening; it ends with this process
 */
export async function startOAuth1Server(publicKey = ""): Promise<OAuth1Server> {
  const program = fileURLToPath(new URL("../../../src/oauth/testing/oauth1-provider.py", import.meta.url));
  // The system's own Python is the one that sees the system's own packages.
  const server = spawn("/usr/bin/python3", [program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, OAUTH1_PUBLIC_KEY: publicKey },
  });
  const lines: readonly unknown[] = await once(server.stdout, "data");
  // The program's first line is this object.
  const { port } = JSON.parse(String(lines[0])) as { readonly port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    signIn: async (address) => {
      const response = await fetch(address, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "");
    },
    close: () => server.stdin.end(),
  };
}
