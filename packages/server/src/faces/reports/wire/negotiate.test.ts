import { describe, expect, test } from "vitest";
import { makeCompressor, negotiateCompression } from "../../../stream/compression.js";
import { negotiateFormat } from "./formats.js";

test.each([
  [undefined, "json"],
  ["*/*", "json"],
  ["text/csv", "csv"],
  ["text/*", "csv"],
  ["application/x-ndjson", "ndjson"],
  ["application/vnd.wellhead.ndjson, application/x-ndjson;q=0.9", "endedLines"],
  ["application/json;q=0.5, text/csv;q=0.8", "csv"],
  ["text/csv, application/json", "csv"],
  ["text/csv;q=0, */*", "json"],
  ["TEXT/CSV; charset=utf-8", "csv"],
  ["text/html,application/xhtml+xml,*/*;q=0.8", "json"],
  ["text/csv;q=nonsense, application/x-ndjson;q=0.1", "ndjson"],
  ["", "json"],
  [",;,;q=1,,", "json"],
])("`negotiateFormat()` reads Accept %j as %s", (accept, expected) => {
  expect(negotiateFormat(accept)).toBe(expected);
});

describe("negotiateCompression()", () => {
  test.each([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["gzip, br", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0", undefined],
    ["identity;q=1, gzip;q=0.5", undefined],
    ["gzip, identity", "gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["deflate", undefined],
    ["*;q=0", undefined],
    ["*, zstd;q=0", "br"],
    ["*, zstd;q=0, br;q=0", "gzip"],
    ["*;q=0.4, identity;q=0.5", undefined],
    ["gzip, *;q=0.5", "gzip"],
  ])("reads Accept-Encoding %j as %s", (accept, expected) => {
    expect(negotiateCompression(accept)).toBe(expected);
  });

  test("offers zstd exactly where the runtime has it", () => {
    const offered = negotiateCompression("zstd");
    expect(offered).toBe(
      "createZstdCompress" in (process.getBuiltinModule?.("node:zlib") ?? {}) ? "zstd" : undefined,
    );
    expect(() => makeCompressor(offered ?? "gzip").destroy()).not.toThrow();
    // As zstd is to a runtime without it.
    expect(() => makeCompressor("unknown" as "zstd")).toThrow('got "unknown"');
  });
});
