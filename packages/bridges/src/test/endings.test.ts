import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AirbyteProtocol } from "../airbyte/airbyte-protocol.js";
import { makeRowSink } from "../rows/row-sink.js";
import { SingerProtocol } from "../singer/singer-protocol.js";
import type { Stream } from "../specification/stream.js";
import { StreamReading } from "../tool/stream-reading.js";
import { ToolRunner } from "../tool/tool-runner.js";
import { processesOf, runContext, sharedFolders } from "./processes.js";
import { type RandomOutput, randomOutput } from "./random-output.js";

const player = fileURLToPath(new URL("play.sh", import.meta.url));
const judge = fileURLToPath(new URL("judge.py", import.meta.url));
const isLong = process.env["WELLHEAD_LONG"] !== undefined;
const runs = Number(process.env["BRIDGE_RUNS"] ?? (isLong ? 150 : 50));
const seed = Number(process.env["BRIDGE_SEED"] ?? 1);
const stream: Stream = {
  id: "s",
  name: "s",
  namespace: undefined,
  columns: {},
  key: undefined,
  isIncremental: false,
  described: {},
};
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bridge-endings-"));
});

afterAll(async () => {
  await rm(root, { recursive: true });
});

/** Plays an output to a bridge, and writes what it makes of it. */
async function play({ protocol, output, ending }: RandomOutput, folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "output"), output);
  await writeFile(join(folder, "ending"), `${ending}\n`);
  await writeFile(join(folder, "protocol"), protocol);
  const runner = new ToolRunner({ command: "/bin/sh", args: [player, folder] }, "play");
  const run = await runner.start(
    { args: [], files: { "config.json": '{"key":"secret"}' }, secrets: [] },
    runContext(),
  );
  const means = protocol === "airbyte" ? new AirbyteProtocol(stream) : new SingerProtocol(stream);
  const reading = new StreamReading(run, { protocol: means, onConfig: () => undefined });
  const sink = makeRowSink({ format: "json", separator: "\n" }, { columns: [], keeps: undefined });
  let rows = "";
  let error = "";
  try {
    for await (const { bytes } of reading.rows(sink, { skip: 0, limit: undefined }))
      rows += `${Buffer.from(bytes).toString()}\n`;
  } catch (error_) {
    error = String(error_);
  }
  await writeFile(join(folder, "rows"), rows);
  await writeFile(join(folder, "result"), JSON.stringify({ whole: error === "", error }));
}

it("reads as whole exactly what a reader of the protocols does, with the same rows, and leaves nothing behind", {
  timeout: 120_000 + runs * 5_000,
}, async () => {
  const before = await sharedFolders();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < runs; index = next++)
      await play(randomOutput(seed + index), join(root, String(index).padStart(6, "0")));
  };
  await Promise.all(Array.from({ length: 4 }, () => work()));
  // Without blocking: a blocked worker of Vitest fails after a minute.
  const { stdout } = await promisify(execFile)("python3", [judge, root], { maxBuffer: 2 ** 26 });
  const verdict: unknown = JSON.parse(stdout);
  expect(verdict).toMatchObject({ faults: [], count: 0 });
  // Otherwise, the cases would show nothing.
  expect(verdict).toMatchObject({
    wholes: expect.toSatisfy((count: number) => count > runs / 10 && count < runs),
  });
  expect(await processesOf(player)).toEqual([]);
  expect(await sharedFolders()).toEqual(before);
  expect((await readdir(root)).length).toBe(runs);
});
