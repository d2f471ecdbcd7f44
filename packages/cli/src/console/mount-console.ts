import { type App, consoleRoutes } from "@wellhead/server";
import { usageError } from "../command-error.js";
import { consoleFolder } from "./console-folder.js";

/** What decides whether a service has a console. */
export interface MountConsoleOptions {
  /** Ids of the connectors it lists. */
  readonly connectors: readonly string[];
  /** Interface the service listens at. */
  readonly host: string;
  /** `true` when it was asked for, `false` when it was refused, else the surroundings decide. */
  readonly wanted: boolean | undefined;
  /** `NODE_ENV`. */
  readonly environment: string | undefined;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Puts the console beside the connectors of a service: by itself on this machine's own interface outside
 * production, elsewhere only when it is asked for.
 *
 * @param app - The service, before it listens
 * @param options - What decides
 * @returns Whether the service has a console now
 * @throws CommandError when it was asked for and its page has not been built
 */
export async function mountConsole(app: App, options: MountConsoleOptions): Promise<boolean> {
  const { connectors, host, wanted, environment } = options;
  // A connector of that name has the path already.
  const free = !connectors.includes("console");
  const fits = free && environment !== "production" && loopback.test(host);
  if (!(wanted ?? fits)) return false;
  if (!free)
    throw usageError('Serve the console: found a connector "console" at its path, wanted another id');
  const folder = consoleFolder();
  if (folder === undefined) {
    if (wanted !== true) return false;
    throw usageError("Serve the console: its page has not been built, run npm run build");
  }
  await app.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder,
    connectors: connectors.length === 1 ? ["/"] : connectors.map((id) => `/${id}/`),
    inProduction: wanted === true,
  });
  return true;
}
