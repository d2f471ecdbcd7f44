import { allocatorSetting } from "@wellhead/engine-process";
import type { App } from "@wellhead/server";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { CommandError, usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { checkOpenFiles } from "../command/machine-fault.js";
import { mountConsole } from "../console/mount-console.js";
import { entranceOptions } from "../serve/entrance-settings.js";
import { formatListening } from "../serve/format-listening.js";
import { makeService, withSecretFiles } from "../serve/make-service.js";
import { printBanner } from "../serve/print-banner.js";
import { readSettings, type ServeSettings } from "../serve/serve-settings.js";
import { makePaint } from "../terminal/paint.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead serve`: serves files, folders and connectors until it is told to stop. */
export const serve: Command = {
  name: "serve",
  summary: "Serve files, folders and connectors over HTTP",
  operands: "[path …]",
  operandCount: [0, Number.POSITIVE_INFINITY],
  description: [
    "A folder or a data file (.csv .tsv .json .ndjson .jsonl .parquet .xlsx) is served as it is: every file is a\nsource. A module (.ts .js .mjs) is served as the connector it exports as its default, a JSON file with baseUrl\nas the API it describes. Served by name, for everybody to bring an account: airtable, github,\ngoogle-sheets, hubspot, jira, mysql, notion, postgres, stripe, trello; sqlite is followed by a folder or file. Without a path, wellhead.config.ts in this folder says what to serve.",
    "One connector is served at / and /<id>/. Several are served at /<id>/, with a list of them at /. The log goes to\nstandard error. SIGTERM and SIGINT stop the service after the requests in progress.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port, 0 for a free one; default: PORT, else 8642" },
    host: { value: "host", description: "Interface to listen on; default: HOST, else 127.0.0.1" },
    config: {
      value: "file",
      short: "c",
      description: "Configuration file; default: wellhead.config.ts of this folder",
    },
    "admin-port": {
      value: "port",
      description: "Serve /live, /ready and /metrics at this port; default: not served",
    },
    "max-files": {
      value: "count",
      description:
        "Maximum number of files of a folder that become sources; default: WELLHEAD_MAX_FILES, else 10000",
    },
    allow: {
      value: "id=block",
      several: true,
      description:
        "Private address that one connector may reach, such as postgres=10.1.0.0/16:5432; default: WELLHEAD_ALLOW",
    },
    isolate: { description: "Run each connector in its own process, so that none can stop the others" },
    ...entranceOptions,
    console: { description: "Serve the console at /console/ even in production or on another interface" },
    "no-console": {
      description: "Do not serve the console; default: served on this machine, not in production",
    },
    "log-level": {
      value: "level",
      description: "info, warn, error or silent; default: warn on a screen, else info",
    },
  },
  examples: [
    { line: "wellhead serve ./my-folder", does: "Every data file of a folder" },
    { line: "wellhead serve moons.ts ./my-folder --port 9000", does: "A connector of your own beside it" },
    { line: "wellhead serve postgres", does: "Tables and queries of PostgreSQL databases" },
    { line: "wellhead serve github trello", does: "Both, each below its own path" },
    { line: "wellhead serve sqlite ./my-databases", does: "Tables and queries of SQLite files" },
    { line: "PORT=80 HOST=0.0.0.0 wellhead serve --config service.config.ts", does: "A service for others" },
  ],
  run,
};

async function run(commandLine: Arguments, given: Terminal): Promise<ExitName> {
  checkOpenFiles();
  const terminal = withSecretFiles(given);
  // This process runs only the service, so its environment can be set up for the engine of the files connector.
  if (given.env === process.env) Object.assign(process.env, allocatorSetting());
  const settings = await readSettings(commandLine, terminal);
  const app = await makeService(settings, terminal);
  const stop = watchStopSignals();
  const reload = (): void => app.reload();
  // SIGHUP in the foreground of a terminal means that the terminal was closed; otherwise it reloads the settings.
  if (terminal.stdout.isTTY !== true) process.on("SIGHUP", reload);
  try {
    const hasConsole = await mountConsole(app, {
      connectors: app.connectors.map(({ id }) => id),
      host: settings.host,
      asksForCredentials: app.access.asksForCredentials,
      wanted: readSwitch(commandLine),
      environment: terminal.env["NODE_ENV"],
    });
    const { url, adminUrl } = await listen(app, settings);
    const paint = makePaint(terminal, terminal.stdout);
    const { host } = settings;
    const listening = formatListening({ url, adminUrl, host, hasConsole, access: app.access, paint });
    await write(terminal.stdout, `${listening.join("\n")}\n\n`);
    await Promise.race([printBanner(terminal, { app, url }), stop.asked]);
    await stop.asked;
  } finally {
    process.off("SIGHUP", reload);
    await app.close();
    stop.end();
    terminal.whenStopped?.();
  }
  return "success";
}

function readSwitch(commandLine: Arguments): boolean | undefined {
  if (commandLine.has("no-console")) return false;
  return commandLine.has("console") ? true : undefined;
}

const listenFaults: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use. Stop the program that uses it, or choose another with --port (0 chooses a free one)",
  EACCES: "this port needs more permissions. Choose one above 1023 with --port",
  EADDRNOTAVAIL: "this machine has no such interface. Choose another with --host",
  ENOTFOUND: "there is no such host. Choose another with --host",
};

async function listen(app: App, { host, port }: ServeSettings): ReturnType<App["listen"]> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if (error instanceof TypeError && /--insecure/.test(error.message))
      throw usageError(error.message, { cause: error });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const fault = listenFaults[code];
    if (fault === undefined) throw error;
    const taken = error instanceof Error && "port" in error ? String(error.port) : String(port);
    throw new CommandError("unavailableAddress", `Could not listen on ${host}:${taken}: ${fault}.`, {
      cause: error,
    });
  }
}
