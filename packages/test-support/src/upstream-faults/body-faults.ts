import { brotliCompressSync, gzipSync } from "node:zlib";
import { upstreamInvalid } from "@wellhead/sdk";
import { rawAnswer } from "./raw-upstream.js";
import { once, page, type UpstreamFault } from "./upstream-fault.js";

/** Faults of the body. */
export const bodyFaults: readonly UpstreamFault[] = [
  {
    title: "U23 200 with HTML",
    answer: once(rawAnswer("<html>sign in</html>", ["content-type: text/html"])),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U23 200 with nothing", answer: once(rawAnswer("")), code: "upstream_invalid", requests: 1 },
  { title: "U24 null", answer: once(rawAnswer("null")), code: "upstream_invalid", requests: 1 },
  {
    title: "U24 wrong shape",
    answer: once(rawAnswer('{"items":{"id":1}}')),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U24 error inside 200",
    answer: once(rawAnswer('{"ok":false,"items":[]}')),
    code: "upstream_invalid",
    requests: 1,
    definition: {
      fault: ({ body }) =>
        JSON.stringify(body).includes('"ok":false') ? upstreamInvalid("Read: refused") : undefined,
    },
  },
  {
    title: "U25 cut JSON",
    answer: once(rawAnswer(page.slice(0, -2))),
    code: "upstream_invalid",
    requests: 1,
  },
  { title: "U26 byte order mark", answer: once(rawAnswer(`\uFEFF${page}`)), requests: 1 },
  {
    title: "U26 UTF-16",
    answer: once(rawAnswer(Buffer.from(page, "utf16le"))),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U26 bad UTF-8",
    answer: once(
      rawAnswer(Buffer.concat([Buffer.from('{"items":[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]}')])),
    ),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U27 depth 10,000",
    answer: once(rawAnswer(`${"[".repeat(10_000)}${"]".repeat(10_000)}`)),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U28 page above the cap",
    answer: once(rawAnswer(`{"items":["${"x".repeat(20_000)}"]}`)),
    code: "upstream_invalid",
    requests: 1,
    definition: { limits: { pageBytes: 10_000 } },
  },
  { title: "U29 gzip", answer: once(rawAnswer(gzipSync(page), ["content-encoding: gzip"])), requests: 1 },
  {
    title: "U29 brotli",
    answer: once(rawAnswer(brotliCompressSync(page), ["content-encoding: br"])),
    requests: 1,
  },
  {
    title: "U29 gzip bomb",
    answer: once(rawAnswer(gzipSync(page.padEnd(50_000_000)), ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 brotli bomb",
    answer: once(rawAnswer(brotliCompressSync(page.padEnd(4_000_000)), ["content-encoding: br"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 false encoding",
    answer: once(rawAnswer(page, ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 cut gzip",
    answer: once(rawAnswer(gzipSync(page).subarray(0, 20), ["content-encoding: gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 chained encoding",
    answer: once(rawAnswer(gzipSync(gzipSync(page)), ["content-encoding: gzip, gzip"])),
    code: "upstream_invalid",
    requests: 1,
  },
  {
    title: "U29 unknown encoding",
    answer: once(rawAnswer(page, ["content-encoding: zstd"])),
    code: "upstream_invalid",
    requests: 1,
  },
];
