import { connect, type Socket } from "node:net";
import { pick } from "@wellhead/test-support/json/pick";
import { hostileConnector } from "@wellhead/test-support/services/service-programs";
import { expect, test, vi } from "vitest";
import { readActivity } from "../../../test/activity.js";
import { PythonReader } from "../../../test/python-reader.js";
import { type StartedApp, startApp } from "../../../test/start-app.js";
import { isolated } from "../../isolate/isolated-connector.js";

const patient = { timeout: 30_000, interval: 50 };
const account = { auth: "token", token: "right-token" };

/** Reads the first bytes of an endless response, and then no more. */
async function readLittle(
  url: string,
): Promise<{ readonly socket: Socket; readonly received: () => number }> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ source: "rows", account, filter: { batches: 1_000_000 } });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `POST /hostile/ HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => {
    socket.once("readable", resolve);
  });
  return { socket, received: () => socket.bytesRead };
}

/** Returns the id of the worker's process. */
async function workerOf(started: StartedApp): Promise<number> {
  const response = await started.post("/hostile/validate", { id: "token", fields: { token: "right-token" } });
  const signedIn: unknown = await response.json();
  return Number(pick(signedIn, "process"));
}

test("streams of an isolated connector are listed as its worker counts them, and leave with it", async () => {
  const started = await startApp(
    [
      isolated(hostileConnector, {
        exportName: "hostileConnector",
        argument: { id: "hostile" },
        stallMs: 60_000,
      }),
    ],
    { admin: { port: 0 }, limits: { drainDelay: 0, drainTimeout: 0 } },
  );
  const { url, adminUrl } = started;
  const pid = await workerOf(started);
  const whole = new PythonReader(`${url}/hostile/`, { source: "rows", account, filter: { batches: 3 } });
  await vi.waitFor(() => expect(whole.received).toMatchObject({ rows: 3000, end: "whole" }), patient);
  const slow = await readLittle(url);
  await vi.waitFor(async () => {
    const { requests, counts } = await readActivity(adminUrl);
    expect(requests).toMatchObject([{ source: "rows", connector: "hostile", state: "waiting-for-reader" }]);
    expect(counts).toEqual({ inProgress: 1, streams: 1, queued: 0 });
    const [{ rows, bytes } = { rows: 0, bytes: 0 }] = requests;
    expect(rows).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(slow.received());
  }, patient);
  // A second stream blocks the worker, so that only the service itself knows of both.
  const blocking = started
    .post("/hostile/", { source: "rows", account, filter: { deed: "spin" } })
    .then((response) => response.text())
    .catch(() => "cut");
  await vi.waitFor(async () => {
    const { requests } = await readActivity(adminUrl);
    expect(requests.map(({ state, rows, source }) => [state, rows, source])).toEqual([
      ["worker-not-responding", null, null],
      ["worker-not-responding", null, null],
    ]);
  }, patient);
  process.kill(pid, "SIGKILL");
  slow.socket.destroy();
  // The status of the second had not been sent.
  expect(await blocking).toMatch(/^cut$|its process ended/);
  await vi.waitFor(async () => {
    const { requests, counts } = await readActivity(adminUrl);
    expect([requests, counts.inProgress]).toEqual([[], 0]);
  }, patient);
  await started.app.close();
});

test.each([false, true])(
  "a caller that stops reading from an isolated connector is cut (worker killed: %s)",
  async (isKilled) => {
    const started = await startApp(
      [isolated(hostileConnector, { exportName: "hostileConnector", argument: { id: "hostile" } })],
      { admin: { port: 0 }, limits: { drainDelay: 0, drainTimeout: 0, stallTimeout: 2000 } },
    );
    const pid = await workerOf(started);
    const { socket } = await readLittle(started.url);
    const listed = async (count: number) => {
      const { requests, counts } = await readActivity(started.adminUrl);
      expect([requests.length, counts.inProgress]).toEqual([count, count]);
    };
    await vi.waitFor(() => listed(1), patient);
    if (isKilled) process.kill(pid, "SIGKILL");
    await vi.waitFor(() => listed(0), patient);
    // The connection was closed although the client is still there.
    await vi.waitFor(() => expect(socket.read() === null && socket.readableEnded).toBe(true), patient);
    socket.destroy();
    await started.app.close();
  },
);
