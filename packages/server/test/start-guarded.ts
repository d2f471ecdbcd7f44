import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { defineConnector } from "@wellhead/sdk";
import { rawRequest } from "@wellhead/test-support/http/raw-request";
import type { AppOptions } from "../src/fastify/app.js";
import { type StartedApp, startApp } from "./start-app.js";

/** A connector with one row. */
export const moons = defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({ moons: source({ name: "Moons", rows: () => [{ name: "Io" }] }) }),
});

/** Body of a request for its rows. */
export const rows = '{"source":"moons"}';

const opened: StartedApp[] = [];

/** Stops every service that {@link start} started. */
export async function stopAll(): Promise<void> {
  for (const { app } of opened.splice(0)) await app.close();
}

/**
 * Starts a service.
 *
 * @param callers - Who may call
 * @param more - Further options
 * @returns The service
 */
export async function start(
  callers: AppOptions["callers"],
  more: Partial<AppOptions> = {},
): Promise<StartedApp> {
  const started = await startApp([moons], { ...(callers && { callers }), ...more });
  opened.push(started);
  return started;
}

/** A request that a test sends. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/**
 * Sends a request with exactly these headers, including a `Host`, which `fetch` does not allow.
 *
 * @param url - Address
 * @param asked - Method, headers and body
 * @returns Status and body
 */
export function ask(
  url: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    // Node accepts lists of values, but its types require them to be mutable.
    const given = headers as IncomingHttpHeaders;
    requestHttp(url, { method, headers: given, agent: false }, (response) => {
      void response.toArray().then((parts) => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      }, reject);
    })
      .on("error", reject)
      .end(body);
  });
}

/**
 * Sends a request as plain text.
 *
 * @param url - Address
 * @param lines - Request line and headers
 * @param body - Text after the headers
 * @returns The status line
 */
export async function raw(url: string, lines: readonly string[], body = ""): Promise<string> {
  const { text } = await rawRequest(url, `${lines.join("\r\n")}\r\n\r\n${body}`);
  return text.split("\r\n", 1)[0] ?? "";
}
