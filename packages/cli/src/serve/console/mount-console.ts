import { type App, consoleRoutes, isLoopbackName, StartProof } from "@wellhead/server";
import { usageError } from "../../command-line/command-error.js";
import { checkInstalled, isInstalled, type OptionalPackage } from "../../command-line/optional-package.js";
import { consoleFolder } from "./console-folder.js";

/** The settings that decide whether a service has a console. */
export interface MountConsoleOptions {
  /** Ids of the connectors that the console lists. */
  readonly connectors: readonly string[];
  /** Network interface the service listens on. */
  readonly host: string;
  /** Whether callers must authenticate, which the console page in a browser cannot do. */
  readonly asksForCredentials: boolean;
  /**
   * `true` when the user asked for it, `false` when the user disabled it. When `undefined`, the other settings decide.
   */
  readonly wanted: boolean | undefined;
  /** Value of `NODE_ENV`. */
  readonly environment: string | undefined;
}

/** The page, and what it reads rows with. */
const packages: readonly OptionalPackage[] = ["@wellhead/console", "@wellhead/workbench"];

/**
 * Returns the packages to install for a console, if it would be served by default and they are missing.
 *
 * @param options - The settings that decide
 * @param installed - Returns whether a package is installed. Default: as an import of the command finds it
 * @returns The missing packages; none when the console is served, or would not be served anyway
 */
export function missingConsolePackages(
  options: MountConsoleOptions,
  installed: (name: OptionalPackage) => boolean = isInstalled,
): readonly OptionalPackage[] {
  const isServed = options.wanted === undefined && fitsConsole(options);
  return isServed ? packages.filter((name) => !installed(name)) : [];
}

/** A connector named `console` would already use the path. */
function fitsConsole({ connectors, host, asksForCredentials, environment }: MountConsoleOptions): boolean {
  const isPrivate = environment !== "production" && isLoopbackName(host);
  return !connectors.includes("console") && !asksForCredentials && isPrivate;
}

/**
 * Adds the console to a service. It is added by default on a loopback interface outside production, elsewhere only when
 * the user asks for it, and never without its packages.
 *
 * @param app - The service, not listening yet
 * @param options - The settings that decide
 * @returns What makes the links to the console; `undefined` when the service has none
 * @throws CommandError when the user asked for it and its packages are not installed, or its page has not been built
 */
export async function mountConsole(app: App, options: MountConsoleOptions): Promise<StartProof | undefined> {
  const { connectors, asksForCredentials, wanted } = options;
  const free = !connectors.includes("console");
  if (!(wanted ?? fitsConsole(options))) return undefined;
  if (!free)
    throw usageError('Could not serve the console: a connector has the id "console". Choose another id.');
  if (asksForCredentials)
    throw usageError(
      "Could not serve the console: callers of this service need credentials, which its page does not have. Run wellhead console <url> --token-file <file>.",
    );
  if (wanted !== true && !packages.every((name) => isInstalled(name))) return undefined;
  checkInstalled(packages);
  const folder = consoleFolder();
  if (folder === undefined) {
    if (wanted !== true) return undefined;
    throw usageError("Could not serve the console: its page has not been built. Run npm run build.");
  }
  const proof = new StartProof({ path: "/console" });
  await app.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder,
    proof,
    // Read for each page that opens, because the connectors of a running service can be replaced.
    get connectors() {
      return app.connectors.length === 1 ? ["/"] : app.connectors.map(({ id }) => `/${id}/`);
    },
    data: async (reach) => {
      const { Workbench } = await import("@wellhead/workbench");
      return new Workbench(reach);
    },
    inProduction: wanted === true,
  });
  return proof;
}
