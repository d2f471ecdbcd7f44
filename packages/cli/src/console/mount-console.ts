import { type App, consoleRoutes, isLoopbackName } from "@wellhead/server";
import { usageError } from "../command-error.js";
import { consoleFolder } from "./console-folder.js";

/** What decides whether a service has a console. */
export interface MountConsoleOptions {
  /** Ids of the connectors it lists. */
  readonly connectors: readonly string[];
  /** Interface the service listens at. */
  readonly host: string;
  /** Whether callers have to prove who they are, which a page in the browser cannot. */
  readonly asksForCredentials: boolean;
  /** `true` when it was asked for, `false` when it was refused, else the surroundings decide. */
  readonly wanted: boolean | undefined;
  /** `NODE_ENV`. */
  readonly environment: string | undefined;
}

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
  const { connectors, host, asksForCredentials, wanted, environment } = options;
  // A connector of that name has the path already.
  const free = !connectors.includes("console");
  const fits = free && !asksForCredentials && environment !== "production" && isLoopbackName(host);
  if (!(wanted ?? fits)) return false;
  if (!free)
    throw usageError('Serve the console: found a connector "console" at its path, wanted another id');
  if (asksForCredentials)
    throw usageError(
      "Could not serve the console: callers of this service need credentials, which its page does not have. Run wellhead console <url> --token-file <file>.",
    );
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
