import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { maskExchange } from "../workbench/exchanges/mask-secrets.js";
import { copyFormats, copyRequest } from "./copy-request.js";
import { harOf } from "./har.js";

const run = promisify(execFile);
const body = `{"source":"or ders","filter":{"day":"LAST 3 WEEKS","note":"it's \\"Ünï\\" \u{1f375} $HOME"},"account":{"auth":"token"}}`;

function exchangeTo(base: string): Exchange {
  return {
    id: 1,
    base,
    at: 0,
    method: "POST",
    path: "/",
    requestHeaders: [["content-type", "application/json"]],
    requestBody: body,
    status: 200,
    responseHeaders: [["content-type", "text/csv"]],
    responseBody: "a\n",
    size: 2,
    firstByte: 5,
    elapsed: 8,
    ending: "whole",
    note: "",
  };
}

test("`copyRequest()` writes programs that send the same request", async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    void request
      .setEncoding("utf8")
      .toArray()
      .then((parts) => {
        received.push([request.method, request.url, request.headers["content-type"], parts.join("")]);
        response.end("ok");
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const exchange = exchangeTo(`http://127.0.0.1:${port}/base`);
  const copied = (format: (typeof copyFormats)[number]) =>
    copyRequest(format, exchange, "http://unused") ?? "";
  await run("sh", ["-c", copied("curl")]);
  await run("python3", ["-c", copied("Python")]);
  await run(process.execPath, ["--input-type=module", "-e", copied("fetch")]);
  server.close().closeAllConnections();
  expect(received).toEqual(Array.from({ length: 3 }, () => ["POST", "/base/", "application/json", body]));
});

test("`copyRequest()` writes commands whose words a shell reads back unchanged, for rows only", async () => {
  const exchange = exchangeTo("/samples/");
  const wordsOf = async (format: (typeof copyFormats)[number]) => {
    const command = copyRequest(format, exchange, "http://127.0.0.1:1") ?? "";
    const { stdout } = await run("sh", ["-c", command.replace(/^wellhead/, "printf '%s\\n'")]);
    return stdout.trimEnd().split("\n");
  };
  const note = JSON.stringify(`it's "Ünï" \u{1f375} $HOME`);
  expect(await wordsOf("wellhead pull")).toEqual([
    "pull",
    "http://127.0.0.1:1/samples/",
    "or ders",
    "--filter",
    'day="LAST 3 WEEKS"',
    "--filter",
    `note=${note}`,
    "--account",
    "account.json",
  ]);
  expect(await wordsOf("wellhead sql")).toContain('select * from c."or ders"');
  expect(copyRequest("wellhead pull", { ...exchange, path: "/validate" }, "http://a")).toBeUndefined();
});

test("no secret is copied, whatever the quoting of the language does to it", () => {
  const secret = `it's "s\\ecret"`;
  const exchange = {
    ...exchangeTo("/a/"),
    requestBody: JSON.stringify({ source: "a", filter: { key: secret } }),
  };
  const masked = maskExchange(exchange, new Set([secret]));
  for (const format of copyFormats)
    expect(copyRequest(format, masked, "http://a"), format).not.toMatch(/ecret|it'/);
  expect(harOf([masked], "http://a")).not.toContain("ecret");
});

test("`harOf()` writes an archive in the order of time", () => {
  const archive: unknown = JSON.parse(
    harOf([exchangeTo("/a/"), { ...exchangeTo("/b/"), at: -5 }], "http://h"),
  );
  expect(archive).toMatchObject({
    log: {
      version: "1.2",
      entries: [
        { request: { url: "http://h/b/" }, timings: { wait: 5, receive: 3 } },
        { request: { url: "http://h/a/", postData: { text: body } }, response: { content: { size: 2 } } },
      ],
    },
  });
});
