import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** An independent OAuth 1.0a provider on this machine, and a user who always grants access. */
export interface OAuth1Server {
  readonly address: string;
  /** Follows the address of a sign-in, and returns the address the user is redirected back to. */
  readonly signIn: (address: string) => Promise<URL>;
  readonly close: () => void;
}

/**
 * Starts an {@link OAuth1Server}. It has one client, `client`, with the secret `client-secret-canary`.
 *
 * @param publicKey - Public key of the client as PEM, for RSA-SHA1 signatures. Default: none
 * @returns The provider, listening; it ends with this process
 */
export async function startOAuth1Server(publicKey = ""): Promise<OAuth1Server> {
  const program = fileURLToPath(new URL("../../src/oauth/oauth1-provider.py", import.meta.url));
  // Only the system's Python finds the packages that the system installed.
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
