import type { App, AppOptions } from "../src/fastify/app.js";
import { createApp } from "../src/fastify/create-app.js";
import type { ServiceLog } from "../src/observe/logs/service-log.js";

/** Bearer token of the admin port of a service for tests. */
export const adminToken = "token-of-the-admin-port-of-tests-only";

/** A listening service for a test. */
export interface StartedApp {
  readonly app: App;
  readonly url: string;
  readonly adminUrl: string;
  /** Every logged line as JSON text. */
  readonly lines: string[];
  /** Sends a JSON body. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Options of {@link startApp}. */
export interface StartOptions extends Omit<AppOptions, "connectors"> {
  /** Adds hooks, routes and plugins before the service listens. */
  readonly prepare?: (fastify: App["fastify"]) => unknown;
}

/**
 * Starts a service on a free port.
 *
 * @param connectors - Its connectors
 * @param options - Further options of the service
 * @returns The service
 */
export async function startApp(
  connectors: AppOptions["connectors"],
  { prepare, ...options }: StartOptions = {},
): Promise<StartedApp> {
  const lines: string[] = [];
  const app = await createApp({
    connectors,
    logger: collectInto(lines),
    ...options,
    ...(options.admin && { admin: { token: adminToken, ...options.admin } }),
    // The service must not refuse requests because a test blocks its own process or the machine is busy.
    limits: { maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, maxLoopHold: 0, ...options.limits },
  });
  await prepare?.(app.fastify);
  const { url, adminUrl = "" } = await app.listen({ port: 0 });
  return {
    app,
    url,
    adminUrl,
    lines,
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/**
 * Creates a log that stores its lines.
 *
 * @param lines - Receives the lines
 * @returns The log
 */
function collectInto(lines: string[]): ServiceLog {
  const take = (level: string) => (record: object, message: string) => {
    lines.push(JSON.stringify({ level, ...record, message }));
  };
  return { info: take("info"), warn: take("warn"), error: take("error") };
}
