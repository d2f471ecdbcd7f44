import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Account, Connector } from "@wellhead/client";
import { CommandError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** Options of {@link signIn}. */
export interface SignInOptions {
  readonly version: 1 | 2;
  /** Members of the account that the user has filled in. */
  readonly fields: Account;
  /** Port of the callback address; 0 for a free one. */
  readonly port: number;
  /** Whether the address is opened in a browser. It is printed in any case. */
  readonly opensBrowser: boolean;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/**
 * Signs the user in with OAuth: the provider redirects the browser back to this machine.
 *
 * @param connector - The connector
 * @param options - Version of OAuth, members and callback
 * @returns The account
 * @throws ConnectorError when the connector or the provider refuses; CommandError when the port is in use
 */
export async function signIn(connector: Connector, options: SignInOptions): Promise<Account> {
  const { version, fields, port, terminal, signal } = options;
  const state = randomBytes(16).toString("hex");
  const server = createServer();
  await listen(server, port);
  try {
    // A server that listens on a port has an address of this type.
    const { port: own } = server.address() as { readonly port: number };
    const callbackUri = `http://127.0.0.1:${own}/callback`;
    const started = await connector.startSignIn({ version, callbackUri, state, signal });
    const returning = waitForCallback(server, started.state ?? state, signal);
    await write(terminal.stderr, `Open this address to sign in:\n${started.redirectUri}\n`);
    if (options.opensBrowser) openBrowser(started.redirectUri);
    const returned = await returning;
    return await connector.finishSignIn(started, { returned, fields, signal });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new CommandError(
      "unavailableAddress",
      `Could not listen on 127.0.0.1:${port} for the end of the sign-in. Choose another port with --port (0 chooses a free one).`,
      { cause: error },
    );
  }
}

/** Waits for the request that carries the state of this sign-in; any other page could send one without it. */
function waitForCallback(
  server: Server,
  state: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The sign-in was stopped.")), { once: true });
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const returned = Object.fromEntries(url.searchParams);
      const isOurs = url.pathname === "/callback" && returned["state"] === state;
      const headers = { "content-type": "text/plain; charset=utf-8", "referrer-policy": "no-referrer" };
      response.writeHead(isOurs ? 200 : 404, headers);
      response.end(
        isOurs ? "Return to the terminal. This page can be closed." : "This sign-in is not known.",
      );
      if (isOurs) response.once("finish", () => resolve(returned));
    });
  });
}

/** Opens an address with the program of the system. If there is none, the user opens the printed one. */
function openBrowser(address: string): void {
  const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
    darwin: ["open", address],
    // The address is an argument of its own, so no shell reads it.
    win32: ["rundll32", "url.dll,FileProtocolHandler", address],
  };
  const [program, ...parameters] = programs[process.platform] ?? ["xdg-open", address];
  const child = spawn(program, parameters, { stdio: "ignore", detached: true });
  child.once("error", () => undefined);
  child.unref();
}
