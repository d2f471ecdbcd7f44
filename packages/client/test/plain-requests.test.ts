import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { Connector } from "../src/index.js";
import { type Answer, answerWith, type Seen, startForeignConnector } from "./foreign-connector.js";

test("request() sends what it is given, and reports to the observer what comes back", async () => {
  const refuse: Answer = (_seen, response) => response.writeHead(418).end("short and stout");
  const { url, seen } = await startForeignConnector({ "POST /tea": refuse });
  let body = "";
  const connector = new Connector(url, {
    observe: () => ({
      bytes: (chunk) => {
        body += new TextDecoder().decode(chunk);
      },
    }),
  });
  const status = await connector.request({
    method: "POST",
    path: "/tea?a=1%2C2",
    body: '{"n":9007199254740993}',
  });
  expect([status, body, seen[0]?.line]).toEqual([418, "short and stout", "POST /tea?a=1%2C2"]);
});

test("request() fails only where there is no answer, and has a path and no body of its own", async () => {
  const { url, seen, close } = await startForeignConnector({
    "GET /": answerWith("a".repeat(100_000), "text/plain"),
    "GET /broken": (_seen: Seen, response: ServerResponse) => {
      response.writeHead(200, { "content-length": "9" }).write("[", () => response.destroy());
    },
  });
  const accepted: (string | null)[] = [];
  const ends: unknown[] = [];
  const connector = new Connector(url, {
    observe: ({ headers }) => {
      accepted.push(headers.get("accept"));
      return { end: (error) => ends.push(error) };
    },
  });
  const ask = (path: string, accept?: string) => connector.request({ method: "GET", path, accept });
  expect(await ask("/?a=b?c", "text/csv")).toBe(200);
  expect(await ask("/none")).toBe(404);
  await expect(ask("/broken")).rejects.toThrow("terminated");
  await close();
  await expect(ask("/")).rejects.toMatchObject({ code: "unreachable", status: undefined });
  expect(seen.map(({ line, body }) => [line, body])).toEqual([
    ["GET /?a=b%3Fc", {}],
    ["GET /none", {}],
    ["GET /broken", {}],
  ]);
  expect(accepted).toEqual(["text/csv", ...Array.from({ length: 3 }, () => "application/json")]);
  expect(ends).toEqual([undefined, undefined, expect.any(Error), expect.any(Error)]);
});
