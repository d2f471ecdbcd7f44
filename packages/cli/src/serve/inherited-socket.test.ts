import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inheritedSocket } from "./inherited-socket.js";

const program = fileURLToPath(new URL("../../bin/wellhead.js", import.meta.url));
const token = "t".repeat(40);

/** Starts the command with a listening socket as descriptor 3, as systemd does. */
async function startWithSocket(env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-socket-"));
  await writeFile(
    join(folder, "moons.mjs"),
    `import { defineConnector, id } from "@wellhead/sdk";
export default defineConnector({ id: "moons", name: "Moons", version: "1.0.0", description: "Moons",
  sources: (source) => ({ moons: source({ name: "All", fields: { id: id() }, rows: () => [{ id: "io" }] }) }) });`,
  );
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Node has no public property for the descriptor of a server.
  const { fd } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle;
  // The id of the process is known only to itself.
  const script = `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"`;
  const words = ["-c", script, process.execPath, program, "serve", "moons.mjs", "--json", "--port", "1"];
  const child = spawn("/bin/sh", words, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe", fd],
  });
  const ended = once(child, "exit");
  // The child has the socket now; this process must not accept its connections.
  server.close();
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true });
  };
  return { child, ended, port, stop };
}

test.skipIf(process.platform === "win32")(
  "serve listens on the socket of systemd, not on its own port",
  async () => {
    const { child, port, stop } = await startWithSocket({ WELLHEAD_TOKENS: token });
    try {
      const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
      expect(JSON.parse(line.toString())).toMatchObject({ url: `http://127.0.0.1:${port}` });
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
    } finally {
      await stop();
    }
  },
);

test.skipIf(process.platform === "win32")(
  "serve refuses such a socket while nobody states who may call",
  async () => {
    const { child, ended, stop } = await startWithSocket({});
    try {
      const [text] = (await once(child.stderr ?? child, "data")) as [Buffer];
      expect(text.toString()).toContain("no setting states who may call");
      expect(await ended).toEqual([2, null]);
    } finally {
      await stop();
    }
  },
);

test("inheritedSocket() ignores the variables of another process, and rejects several sockets", () => {
  expect(inheritedSocket({ LISTEN_PID: "7", LISTEN_FDS: "1" }, 8)).toBeUndefined();
  expect(inheritedSocket({}, 8)).toBeUndefined();
  expect(() => inheritedSocket({ LISTEN_PID: "8", LISTEN_FDS: "2" }, 8)).toThrow("expected one, got 2");
});
