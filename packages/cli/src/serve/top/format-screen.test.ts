import type { Activity, ListedRequest } from "@wellhead/server";
import { expect, test } from "vitest";
import { makePaint } from "../../terminal/paint.js";
import { formatScreen } from "./format-screen.js";
import type { ReplicaState } from "./read-replica.js";

const paint = makePaint({ env: { NO_COLOR: "1" } }, process.stdout);
const stream: ListedRequest = {
  id: "nightly",
  connector: "shop",
  endpoint: "data",
  source: "orders",
  caller: "platform",
  state: "waiting-for-reader",
  stateMs: 12_000,
  ageMs: 192_000,
  rows: 12_345_678,
  bytes: 512_000_000,
  rowsPerSecond: 48_112,
  bytesPerSecond: 5_600_000,
  unreadBytes: 130_000,
};
const busy: Activity = {
  replica: "host/1",
  uptimeMs: 187_200_000,
  ready: false,
  reason: "draining",
  loopDelayMs: 0.4,
  memory: { residentBytes: 131_200_000, heapBytes: 1, share: 0.24 },
  counts: { inProgress: 2, streams: 1, queued: 1 },
  requests: [
    stream,
    {
      ...stream,
      state: "queued",
      source: null,
      id: null,
      caller: null,
      rows: null,
      bytes: null,
      rowsPerSecond: null,
      bytesPerSecond: null,
      unreadBytes: null,
      ageMs: 900,
      stateMs: 900,
    },
  ],
  limitWaits: [{ connector: "github", requests: 1, longestMs: 42_000 }],
  failingAccounts: Array.from({ length: 7 }, (_, index) => ({
    connector: "jira",
    account: `digest-${index}`,
    failures: index + 1,
    lastFailureMs: 3100,
  })),
  refusals: [{ reason: "queue", total: 1200, lastMinute: 12 }],
};
const replicas: readonly ReplicaState[] = [
  { url: "http://a.example", activity: busy },
  { url: "http://b.example", error: "connection refused \u001B[31m" },
];

test("formatScreen() shows what needs attention, and the requests of all replicas", () => {
  const { summary, head, requests } = formatScreen(replicas, { width: 120, order: "age", paint });
  expect(summary).toEqual([
    "2 requests · 1 stream · 1 queued · 48,112 rows/s · 5.6 MB/s",
    " 1  host/1  not ready: draining  up 2d04h  2 requests  loop 0.4 ms  131.2 MB (24 %)",
    " 2  http://b.example  unreachable: connection refused \\u001b[31m",
    " 1  limit    github: 1 request waiting, the longest 42s",
    ...[0, 1, 2, 3, 4].map(
      (index) =>
        ` 1  failing  jira, account digest-${index}: ${index + 1} failure${index === 0 ? "" : "s"}, the last 3.1s ago`,
    ),
    " 1  failing  2 more accounts",
    " 1  refused  queue 1,200 (12 in the last minute)",
  ]);
  expect([head, ...requests]).toEqual([
    " #     AGE  STATE                 ROWS     ROWS/S     BYTES  CALLER         BYTES/S  CONNECTOR, SOURCE",
    " 1   3m12s  reader 12s          12.3 M     48,112  512.0 MB  platform        5.6 MB  shop orders",
    " 1    0.9s  queued 0.9s              -          -         -  -                    -  shop (data)",
  ]);
});

test("formatScreen() never writes a line that is wider than the terminal", () => {
  const wide = { ...stream, connector: "倉庫", source: "注文".repeat(40), caller: "é".repeat(40) };
  const state = { url: "http://a.example", activity: { ...busy, requests: [wide] } };
  for (let width = 20; width <= 240; width += 1) {
    const { summary, head, requests } = formatScreen([state], { width, order: "rows", paint });
    // Each of these characters takes two cells.
    const cells = (line: string): number => line.length + (line.match(/[倉庫注文]/g)?.length ?? 0);
    expect([...summary, head, ...requests].filter((line) => cells(line) > width)).toEqual([]);
  }
});
