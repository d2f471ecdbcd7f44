import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ConnectorError } from "@wellhead/client";
import { afterAll, describe, expect, it } from "vitest";
import { answerAsTracker, tracker, trackerIssues, trackerToken } from "../test/tracker.js";
import { answers } from "../upstream/answers.js";
import type { Upstream } from "../upstream/upstream.js";
import { startConnector } from "./start-connector.js";
import type { StartedConnector } from "./started-connector.js";

const run = promisify(execFile);
const account = { auth: "token", token: trackerToken };
const started: StartedConnector[] = [];

async function start(upstream: Upstream = answers(answerAsTracker), now?: string): Promise<StartedConnector> {
  const service = await startConnector(tracker, { account, upstream, ...(now !== undefined && { now }) });
  started.push(service);
  return service;
}

afterAll(async () => {
  for (const service of started) await service.stop();
});

describe("startConnector()", () => {
  it("calls every endpoint over HTTP, and keeps the requests of the upstream", async () => {
    const service = await start();
    expect((await fetch(service.url)).status).toBe(200);
    expect((await service.describe()).sources.map(({ id }) => id)).toEqual(["issues"]);
    expect(await service.validate()).toMatchObject({ name: "ada", token: trackerToken });
    const options = await service.options("issues", { field: "project" });
    expect(options.map(({ value }) => value)).toEqual(["engine"]);
    const { rows, verdict } = await service.rows<{ id: string }>("issues", { filter: { project: "engine" } });
    expect(rows.map(({ id }) => id)).toEqual(trackerIssues.map(({ id }) => String(id)));
    expect(verdict).toMatchObject({ ending: "whole", rows: 25 });
    const { requests } = service;
    expect(requests.map(({ url }) => url.pathname + url.search)).toEqual([
      "/user",
      "/projects",
      "/projects/engine/issues",
      "/projects/engine/issues?page=2",
      "/projects/engine/issues?page=3",
    ]);
    expect(requests[0]).toMatchObject({
      method: "GET",
      headers: { authorization: `Bearer ${trackerToken}`, "x-version": "2" },
      body: "",
    });
  });

  it("returns the error of a wrong account, and the verdict of rows that break off", async () => {
    const service = await start(
      answers((request) =>
        request.url.searchParams.get("page") === "3"
          ? { status: 404, body: { message: "Not Found" } }
          : answerAsTracker(request),
      ),
    );
    await expect(service.validate({ auth: "token", token: "other" })).rejects.toBeInstanceOf(ConnectorError);
    const { rows, verdict } = await service.rows("issues", { filter: { project: "engine" } });
    expect([rows.length, verdict.ending]).toEqual([20, "marked"]);
    expect(verdict.message).toContain("404");
  });

  it("advances its clock by the waits, which end at once, and repeats them with the same seed", async () => {
    const waits = async () => {
      const times: number[] = [];
      const began = Date.parse("2026-03-01T12:00:00Z");
      let failures = 0;
      const service = await start(
        answers((request) => {
          failures += 1;
          if (failures === 1) throw new Error("broken connection");
          if (failures === 2) return { status: 429, headers: { "retry-after": "2" }, body: {} };
          return answerAsTracker(request);
        }),
        "2026-03-01T12:00:00Z",
      );
      await service.validate();
      times.push(service.now().getTime() - began);
      return times;
    };
    const first = await waits();
    expect(first[0]).toBeGreaterThanOrEqual(2000);
    expect(await waits()).toEqual(first);
  });

  it("fails every request without an upstream, and keeps services of one process apart", async () => {
    const alone = await startConnector(tracker, { account });
    started.push(alone);
    const other = await start();
    await expect(alone.validate()).rejects.toThrow(
      /GET https:\/\/api\.tracker\.example\/user: the test has no upstream/,
    );
    expect(alone.requests.length).toBeGreaterThan(0);
    expect(other.requests).toEqual([]);
    expect(await other.validate()).toMatchObject({ name: "ada" });
  });

  it("judges a connector as one assertion", async () => {
    const service = await start();
    const report = await service.assertConforms({ filter: { project: "engine" } });
    expect(report.summary.pass).toBeGreaterThan(50);
    const broken = await start(answers(() => ({ body: { login: "ada" } })));
    await expect(broken.assertConforms({ only: ["validate"] })).rejects.toThrow(
      /does not conform:[^]*validate\.refuses: fail/,
    );
  });

  it("refuses a time that is not a date", async () => {
    await expect(startConnector(tracker, { now: "soon" })).rejects.toThrow(
      /expected a date in "now", got "soon"/,
    );
  });

  it("runs with node:test", async () => {
    const file = fileURLToPath(new URL("../../dist/test/with-node-test.js", import.meta.url));
    const { stdout } = await run(process.execPath, ["--test", "--test-reporter=tap", file]);
    expect(stdout).toContain("# pass 1");
  });
});
