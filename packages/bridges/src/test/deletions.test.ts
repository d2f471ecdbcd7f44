import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connector } from "@wellhead/client";
import { expect, it } from "vitest";
import { serveBridge } from "./serve.js";

/** A tap whose output is in files: all rows, and what has changed since. */
const tap = `case "$*" in
*--discover*) cat "$1/catalog" ;;
*--state*) cat "$1/changes" ;;
*) cat "$1/all" ;;
esac
`;
const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const log = { breadcrumb: [], metadata: { "replication-method": "LOG_BASED" } };
const stream = { tap_stream_id: "s", stream: "s", schema, key_properties: ["id"], metadata: [log] };

function outputOf(rows: readonly object[]): string {
  const messages = [
    { type: "SCHEMA", stream: "s", schema, key_properties: ["id"] },
    ...rows.map((record) => ({ type: "RECORD", stream: "s", record })),
    { type: "STATE", value: { bookmarks: { s: { at: 1 } } } },
  ];
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

it("rows that a tap marks as deleted are removed from a copy", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bridge-deletions-"));
  await writeFile(join(folder, "tap.sh"), tap);
  await writeFile(join(folder, "catalog"), JSON.stringify({ streams: [stream] }));
  const changes = [
    { id: 1, name: null, _sdc_deleted_at: "2026-01-02T00:00:00Z" },
    { id: 2, name: "Bob" },
  ];
  await writeFile(
    join(folder, "all"),
    outputOf([
      { id: 1, name: "Ada" },
      { id: 2, name: "Bo" },
    ]),
  );
  await writeFile(join(folder, "changes"), outputOf(changes));
  const file = { command: "/bin/sh", args: ["./tap.sh", folder], config: {}, settings: {} };
  await writeFile(join(folder, "tap.json"), JSON.stringify(file));
  const served = await serveBridge("singer", join(folder, "tap.json"));
  const { synchronizer } = new Connector(served.url);
  const request = { type: "s", types: ["s"], exact: true };
  for await (const page of synchronizer.pages(request)) expect(page.isDelta).toBe(false);
  const actions: unknown[] = [];
  const lastSynchronizedAt = new Date(Date.now() + 1000).toISOString();
  for await (const page of synchronizer.pages({ ...request, lastSynchronizedAt })) {
    expect(page.isDelta).toBe(true);
    for (const row of page.rows) actions.push([row["id"], row["__syncAction"]]);
  }
  expect(actions).toEqual([
    ["1", undefined],
    ["2", undefined],
    ["1", "REMOVE"],
  ]);
  await served.close();
  await rm(folder, { recursive: true });
});
