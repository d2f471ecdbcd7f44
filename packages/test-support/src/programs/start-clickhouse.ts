import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./free-port.js";
import { startServerProcess } from "./server-process.js";

/** A temporary ClickHouse server on free ports of the loopback interface. */
export interface ClickhouseServer {
  /** Port of the HTTP interface. */
  readonly port: number;
  /** Runs a statement as the administrator, in the database `shop` unless another is named. Returns tab-separated lines. */
  readonly run: (sql: string, database?: string) => string;
  /** Sets the profile of the documented user. */
  readonly setProfile: (settings: Readonly<Record<string, string>>) => void;
  /** Kills the server and starts it again. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** How to start the server. */
export interface StartClickhouseOptions {
  /** Ports of the native interface of the servers of the cluster `pair`. Default: there is no cluster. */
  readonly cluster?: readonly number[];
  /** Port of the native interface. Default: a free one. */
  readonly nativePort?: number;
}

/** The user that the documentation describes, and its password. */
export const reader = { user: "wellhead_reader", password: `p4ss "word" 'ünï'` };

const memoryLimit = 1_000_000_000;

/** Starts a server, creates the documented user and waits until the server responds. */
export async function startClickhouse(options: StartClickhouseOptions = {}): Promise<ClickhouseServer> {
  const { nativePort = await freePort(), cluster = [] } = options;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "wellhead-clickhouse-"));
  for (const name of ["data", "temporary"]) mkdirSync(join(folder, name));
  const config = join(folder, "config.xml");
  writeFileSync(config, configXml({ folder, port, nativePort, cluster }));
  const writeProfile = (settings: Readonly<Record<string, string>>) =>
    writeFileSync(join(folder, "users.xml"), usersXml(settings));
  writeProfile({});
  const server = await startServerProcess({ start: () => start(config, port), signal: "SIGKILL" });
  const run = (sql: string, database = "shop") => runAsAdmin(sql, { port, database });
  run("create database if not exists shop", "default");
  return {
    port,
    run,
    setProfile: (settings) => {
      writeProfile(settings);
      run("system reload config");
    },
    restart: () => server.restart(),
    kill: () => server.stop(),
    stop: async () => {
      // Its folder is removed, so that nothing needs to be written to it.
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a statement with curl. Its output is tab-separated. */
export function runAsAdmin(
  sql: string,
  { port, database, more = "" }: { readonly port: number; readonly database: string; readonly more?: string },
): string {
  const url = `http://127.0.0.1:${port}/?database=${database}&max_query_size=100000000&max_ast_elements=10000000&max_expanded_ast_elements=10000000${more}`;
  return execFileSync("curl", ["-sS", "--fail-with-body", url, "--data-binary", "@-"], {
    input: sql,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
}

async function start(config: string, port: number): Promise<ChildProcess> {
  const child = spawn("clickhouse-server", [`--config-file=${config}`], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const logged: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (logged.length < 200 && logged.push(chunk.toString())));
  while (!(await responds(port))) {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${logged.join("")}`);
  }
  return child;
}

async function responds(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ping`)).ok;
  } catch {
    await delay(20);
    return false;
  }
}

function configXml(options: {
  readonly folder: string;
  readonly port: number;
  readonly nativePort: number;
  readonly cluster: readonly number[];
}): string {
  const { folder, port, nativePort, cluster } = options;
  const shards = cluster.map(
    (native) => `<shard><replica><host>127.0.0.1</host><port>${native}</port></replica></shard>`,
  );
  const pair = shards.length === 0 ? "" : `<remote_servers><pair>${shards.join("")}</pair></remote_servers>`;
  return `<yandex><logger><level>error</level><console>1</console></logger>
    <http_port>${port}</http_port><tcp_port>${nativePort}</tcp_port><listen_host>127.0.0.1</listen_host>
    <path>${folder}/data/</path><tmp_path>${folder}/temporary/</tmp_path><users_config>${folder}/users.xml</users_config>
    <default_profile>default</default_profile><default_database>default</default_database>
    <mark_cache_size>67108864</mark_cache_size><timezone>Asia/Tokyo</timezone>
    ${pair}</yandex>`;
}

function usersXml(settings: Readonly<Record<string, string>>): string {
  const reading = { readonly: "2", max_memory_usage: String(memoryLimit), ...settings };
  const members = Object.entries(reading).map(([name, value]) => `<${name}>${value}</${name}>`);
  const password = reader.password.replaceAll('"', "&quot;");
  const networks = "<networks><ip>127.0.0.1</ip></networks>";
  return `<yandex><profiles><default></default><reader>${members.join("")}</reader></profiles>
    <users>
      <default><password></password>${networks}<profile>default</profile><quota>default</quota></default>
      <${reader.user}><password>${password}</password>${networks}<profile>reader</profile><quota>default</quota>
        <allow_databases><database>shop</database><database>odd \`database</database></allow_databases></${reader.user}>
      <locked><password>x</password>${networks}<profile>locked</profile><quota>default</quota></locked>
    </users><quotas><default></default></quotas></yandex>`.replace(
    "</profiles>",
    "<locked><readonly>1</readonly></locked></profiles>",
  );
}
