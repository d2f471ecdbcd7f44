import { allocatorSetting } from "@wellhead/engine-process";
import { type App, type StartProof } from "@wellhead/server";
import { type Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import { type ExitName } from "../command-line/exit-codes.js";
import { checkOpenFiles } from "../command-line/machine-fault.js";
import { inSmallNewSpace } from "../command-line/small-new-space.js";
import { ConnectorLoad } from "../serve/connector-load.js";
import { missingConsolePackages, mountConsole } from "../serve/console/mount-console.js";
import { printNextLinks } from "../serve/console/print-links.js";
import { formatListening } from "../serve/format-listening.js";
import { inheritedSocket } from "../serve/inherited-socket.js";
import { makeLog, makeService, withSecretFiles } from "../serve/make-service.js";
import { ServiceReload } from "../serve/reload-service.js";
import { readSettings, type ServeSettings } from "../serve/serve-settings.js";
import { describeUnknownVariables } from "../serve/settings/unknown-variables.js";
import { ownOption } from "../terminal/own-command.js";
import { makePaint } from "../terminal/paint.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead serve`: serves files, folders and connectors until it is told to stop.
 *
 * @param commandLine - The command line
 * @param given - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runServe(commandLine: Arguments, given: Terminal): Promise<ExitName> {
  checkOpenFiles();
  const terminal = withSecretFiles(given);
  // This process runs only the service, so its environment can be set up for the engine of the files connector.
  if (given.env === process.env) Object.assign(process.env, allocatorSetting());
  const load = new ConnectorLoad();
  const settings = await inSmallNewSpace(() => readSettings(commandLine, terminal, load));
  const log = makeLog(settings.logLevel);
  for (const sentence of describeUnknownVariables(given.env)) log.warn({}, sentence);
  const app = await inSmallNewSpace(() =>
    makeService(settings, terminal, { logger: log, exportsTelemetry: true }),
  );
  const stop = watchStopSignals();
  let reload: ServiceReload | undefined;
  try {
    const consoleOptions = {
      connectors: app.connectors.map(({ id }) => id),
      host: settings.host,
      asksForCredentials: app.access.asksForCredentials,
      wanted: settings.console,
      environment: terminal.env["NODE_ENV"],
    };
    const consoleProof = await mountConsole(app, consoleOptions);
    const hasConsole = consoleProof !== undefined;
    reload = new ServiceReload({ app, commandLine, terminal, settings, load, log, hasConsole });
    // SIGHUP in the foreground of a terminal means that the terminal was closed; otherwise it reloads the settings.
    if (terminal.stdout.isTTY !== true) process.on("SIGHUP", reload.request);
    const addresses = await listen(app, settings, terminal.env);
    const missing = missingConsolePackages(consoleOptions);
    await announce({ app, consoleProof, settings, ...addresses, missing, commandLine, terminal, stop });
    await stop.asked;
  } finally {
    if (reload !== undefined) process.off("SIGHUP", reload.request);
    await app.close();
    await reload?.idle();
    stop.end();
    terminal.whenStopped?.();
  }
  return "success";
}

interface AnnounceOptions {
  readonly app: App;
  readonly consoleProof: StartProof | undefined;
  readonly settings: ServeSettings;
  readonly url: string;
  readonly adminUrl?: string;
  /** Packages that a console would need. */
  readonly missing: readonly string[];
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly stop: StopWatch;
}

/** Prints where the service listens, the links to its pages, and what it serves. */
async function announce(options: AnnounceOptions): Promise<void> {
  const { app, consoleProof, settings, url, adminUrl, missing, commandLine, terminal, stop } = options;
  const { access, adminProof, connectors } = app;
  const consolePage = `${url}/console/`;
  const topPage = `${adminUrl}/top`;
  if (commandLine.has("json")) {
    const facts = {
      url,
      admin: adminUrl,
      console: consoleProof?.linkTo(consolePage),
      top: adminProof?.linkTo(topPage),
      connectors: connectors.map(({ id, name }) => ({ id, name, path: `/${id}/` })),
    };
    await write(terminal.stdout, `${JSON.stringify(facts)}\n`);
    return;
  }
  const paint = makePaint(terminal, terminal.stdout);
  const { host } = settings;
  const listening = formatListening({ url, adminUrl, host, consoleProof, adminProof, access, paint });
  const hint = missing.length === 0 ? [] : [`For a console in the browser: npm install ${missing.join(" ")}`];
  await write(terminal.stdout, `${[...listening, ...hint].join("\n")}\n\n`);
  if (consoleProof !== undefined) printNextLinks({ page: consolePage, proof: consoleProof, terminal });
  if (adminProof !== undefined) printNextLinks({ page: topPage, proof: adminProof, terminal });
  if (commandLine.has("quiet")) return;
  const banner = inSmallNewSpace(async () => {
    const { printBanner } = await import("../serve/print-banner.js");
    await printBanner(terminal, { app, url });
  });
  await Promise.race([banner, stop.asked]);
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use. Stop the program that uses it, or choose another with --port (0 chooses a free one)",
  EACCES: "this port needs more permissions. Choose one above 1023 with --port",
  EADDRNOTAVAIL: "this machine has no such interface. Choose another with --host",
  ENOTFOUND: "there is no such host. Choose another with --host",
};

async function listen(
  app: App,
  { host, port }: ServeSettings,
  env: Terminal["env"],
): ReturnType<App["listen"]> {
  const fd = inheritedSocket(env, process.pid);
  try {
    return await app.listen({ host, port, ...(fd !== undefined && { fd }) });
  } catch (error) {
    if (error instanceof TypeError && /--insecure/.test(error.message))
      throw usageError(error.message, { cause: error });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const fault = listenFaults[code];
    if (fault === undefined) throw error;
    const advice = fault.replace(/--(?:port|host)\b/, (option) => ownOption(env, option));
    const taken = error instanceof Error && "port" in error ? String(error.port) : String(port);
    throw new CommandError("unavailableAddress", `Could not listen on ${host}:${taken}: ${advice}.`, {
      cause: error,
    });
  }
}
