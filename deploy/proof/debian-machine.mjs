import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { installPackages } from "../../tools/tests/install-packages.mjs";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "wellhead", "machine-trixie");
const parts = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps";

/**
 * Starts a new machine with Debian 13 and systemd as its first process, in namespaces of this one. It has its own
 * loopback interface, and reaches the Internet as this machine does. What it writes is gone when it stops.
 *
 * @param {Record<string, string>} mounts Folders of this machine that it sees, by their paths there.
 * @returns {Promise<{ run: (script: string) => Promise<string>, enter: (command: string, words: string[], options?: object) => import("node:child_process").ChildProcess, stop: () => Promise<void> }>}
 *   `run` runs a script on the machine, and `enter` a program of this machine in its network.
 */
export async function startMachine(mounts) {
  makeBase();
  const name = `wellhead-${process.pid}`;
  run("ip", ["netns", "add", name]);
  run("ip", ["-n", name, "link", "set", "lo", "up"]);
  const network = spawn("slirp4netns", [
    "--configure",
    "--disable-host-loopback",
    "--netns-type=path",
    `/run/netns/${name}`,
    "tap0",
  ]);
  const machine = spawn("systemd-nspawn", parametersOf(name, mounts), {
    stdio: "ignore",
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
  });
  const stop = async () => {
    for (const child of [machine, network]) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      // systemd-nspawn passes the signal on, and systemd stops its services.
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), 60_000);
      await once(child, "exit");
      clearTimeout(forced);
    }
    run("ip", ["netns", "delete", name]);
  };
  const enter = (command, words, options) =>
    spawn("ip", ["netns", "exec", name, command, ...words], options ?? {});
  const runScript = async (script) => {
    const words = [
      "--target",
      String(leaderOf(machine.pid)),
      "--all",
      "--",
      "bash",
      "-euo",
      "pipefail",
      "-c",
    ];
    const child = spawn("nsenter", [...words, script], { stdio: ["ignore", "pipe", "pipe"], env: cleanEnv });
    const [output, errors] = [child.stdout, child.stderr].map(collect);
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`The machine returned ${code} for\n${script}\n${output()}${errors()}`);
    return output();
  };
  try {
    await untilBooted(machine, runScript);
  } catch (error) {
    await stop();
    throw error;
  }
  return { run: runScript, enter, stop };
}

/** The environment of a new shell on the machine. */
const cleanEnv = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };

function parametersOf(name, mounts) {
  return [
    "--register=no",
    // Without systemd on this machine there is no unit to put the machine into.
    ...(existsSync("/run/systemd/system") ? [] : ["--keep-unit"]),
    `--network-namespace-path=/run/netns/${name}`,
    "--resolv-conf=off",
    "--volatile=overlay",
    "--boot",
    "--console=pipe",
    `--machine=${name}`,
    `--directory=${cache}`,
    ...Object.entries(mounts).map(([path, folder]) => `--bind-ro=${folder}:${path}`),
  ];
}

/** Makes the files of a new machine: Debian, and the authorities that this machine trusts. */
function makeBase() {
  installPackages([
    { name: "debootstrap", proof: "debootstrap", reason: "makes a machine" },
    { name: "systemd-container", proof: "systemd-nspawn", reason: "starts it" },
    { name: "slirp4netns", proof: "slirp4netns", reason: "connects it to the Internet" },
  ]);
  if (existsSync(cache)) return;
  mkdirSync(dirname(cache), { recursive: true });
  run("debootstrap", ["--variant=minbase", `--include=${parts}`, "trixie", `${cache}.new`]);
  cpSync("/etc/ssl/certs/ca-certificates.crt", join(`${cache}.new`, "etc/ssl/certs/ca-certificates.crt"));
  // The address at which slirp4netns answers.
  writeFileSync(join(`${cache}.new`, "etc/resolv.conf"), "nameserver 10.0.2.3\n");
  renameSync(`${cache}.new`, cache);
}

async function untilBooted(machine, runScript) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (machine.exitCode !== null) throw new Error(`systemd-nspawn ended with ${machine.exitCode}.`);
    const isRunning =
      leaderOf(machine.pid) !== undefined &&
      (await runScript("systemctl is-system-running").then(
        (state) => state.trim() === "running",
        () => false,
      ));
    if (isRunning) return;
    await delay(100);
  }
  throw new Error("The machine did not start within two minutes.");
}

/** Returns the id of the first process of the machine, the only child of systemd-nspawn. */
function leaderOf(pid) {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return child === "" ? undefined : child;
}

function collect(stream) {
  let text = "";
  stream.setEncoding("utf8").on("data", (part) => (text += part));
  return () => text;
}

function run(command, parameters) {
  execFileSync(command, parameters, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
