import { isDeepStrictEqual } from "node:util";
import type { App, ServiceLog } from "@wellhead/server";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import type { ConnectorLoad } from "./connector-load.js";
import { updateService } from "./make-service.js";
import { readSettings, type ServeSettings } from "./serve-settings.js";

/** A running service, and what its settings are read from. */
export interface ReloadOptions {
  readonly app: App;
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  /** The settings it was started with. */
  readonly settings: ServeSettings;
  /** The load of its connectors. */
  readonly load: ConnectorLoad;
  readonly log: ServiceLog;
  /** Whether `/console/` is the console, so that no connector can be there. */
  readonly hasConsole: boolean;
}

/** Reads the settings of a running service again, and applies those that can change without ending a request. */
export class ServiceReload {
  readonly #options: ReloadOptions;
  #settings: ServeSettings;
  #load: ConnectorLoad;
  #attempts = 0;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;

  /** @param options - The service */
  constructor(options: ReloadOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#load = options.load;
  }

  /** Reloads the settings, or does so once more if they are being reloaded. A fault is logged. */
  readonly request = (): void => {
    this.#options.app.reload();
    this.#isAskedAgain = true;
    this.#running ??= this.#reloadAll().finally(() => {
      this.#running = undefined;
    });
  };

  /** @returns A promise that resolves once no reload is running */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #reloadAll(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      await this.#reload();
    }
  }

  async #reload(): Promise<void> {
    const { app, commandLine, terminal, log } = this.#options;
    this.#attempts += 1;
    const load = this.#load.next(this.#attempts);
    try {
      const settings = await readSettings(commandLine, terminal, load);
      this.#checkConsole(settings);
      await updateService(app, settings, this.#settings);
      this.#settings = settings;
      this.#load = load;
      log.info({ connectors: app.connectors.map(({ id }) => id) }, "Reloaded the settings.");
      this.#warnOfFixed(settings);
    } catch (error) {
      await load.discard();
      const cause = error instanceof Error ? error.message : "unknown";
      log.error({ cause }, "Could not reload the settings. The previous ones stay in use.");
    }
  }

  /** The id of an isolated connector is known only once it runs, but it is rarely that of the console. */
  #checkConsole({ connectors }: ServeSettings): void {
    if (
      this.#options.hasConsole &&
      connectors.some((connector) => "id" in connector && connector.id === "console")
    )
      throw usageError(
        'Could not serve the connector "console": its path is that of the console. Choose another id.',
      );
  }

  #warnOfFixed({ fixed }: ServeSettings): void {
    const started = this.#options.settings.fixed;
    const changed = [...fixed].flatMap(([member, value]) =>
      isDeepStrictEqual(value, started.get(member)) ? [] : [member],
    );
    if (changed.length > 0)
      this.#options.log.warn(
        { settings: changed },
        "These settings have changed, and take effect at the next start.",
      );
  }
}
