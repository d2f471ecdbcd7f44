import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { curlCommand } from "./curl-command.js";

const exchange: Exchange = {
  id: 1,
  base: "/a/",
  at: 0,
  method: "POST",
  path: "/",
  requestHeaders: [["content-type", "application/json"]],
  requestBody: `{"name":"it's $HOME \`id\` \\"x\\""}`,
  status: 200,
  responseHeaders: [],
  responseBody: "",
  size: 0,
  firstByte: 1,
  elapsed: 2,
  ending: "whole",
  note: "",
};

test("`curlCommand()` writes words that a shell reads back unchanged", () => {
  const command = curlCommand(exchange, "http://127.0.0.1:1/a/?x='$(id)'").replace(/^curl/, "printf '%s\\n'");
  const words = execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" }).trimEnd().split("\n");
  expect(words).toEqual([
    "--globoff",
    "--compressed",
    "--request",
    "POST",
    "http://127.0.0.1:1/a/?x='$(id)'",
    "--header",
    "content-type: application/json",
    "--data-raw",
    exchange.requestBody,
  ]);
});

test("`curlCommand()` leaves out what a GET has not", () => {
  const get = { ...exchange, method: "GET", requestHeaders: [], requestBody: "" } satisfies Exchange;
  expect(curlCommand(get, "http://h/")).toBe("curl --globoff --compressed \\\n  'http://h/'");
});
