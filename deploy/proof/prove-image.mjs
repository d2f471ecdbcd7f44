import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../tools/tests/install-packages.mjs";

// Builds the image with and without engines, twice to compare them, and runs it as a container runtime would: as a user
// without rights, on a root that cannot be written. The running process then passes `wellhead check`. Needs Debian and
// root. The base is made by debootstrap and has the Node.js that runs this program, so no image is pulled.

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "wellhead", "image-base");
const folder = mkdtempSync(join(tmpdir(), "wellhead-image-"));
const baseImage = "localhost/wellhead-proof-base";
const maxMegabytes = { 1: 120, 0: 60 };
const user = 65_532;

installPackages([
  { name: "buildah", proof: "buildah", reason: "builds the image" },
  { name: "debootstrap", proof: "debootstrap", reason: "makes its base" },
]);
try {
  makeBase();
  for (const engines of ["1", "0"]) {
    const image = `localhost/wellhead-proof:${engines}`;
    build(image, engines);
    report(image, engines);
    await prove(image, engines);
  }
  proveReproducible();
  print("image: proven");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes the base: Debian, and the Node.js and npm of this machine with the authorities that it trusts. */
function makeBase() {
  if (!existsSync(cache)) {
    mkdirSync(dirname(cache), { recursive: true });
    run("debootstrap", ["--variant=minbase", "--include=libatomic1,libstdc++6", "bookworm", `${cache}.new`]);
    renameSync(`${cache}.new`, cache);
  }
  const npm = realpathSync(join(dirname(realpathSync(run("sh", ["-c", "command -v npm"]).trim())), ".."));
  rmSync(join(cache, "usr/local/lib/npm"), { recursive: true, force: true });
  cpSync(realpathSync(process.execPath), join(cache, "usr/local/bin/node"));
  cpSync(npm, join(cache, "usr/local/lib/npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["npm", "npx"]) {
    const program = join(cache, "usr/local/bin", name);
    writeFileSync(program, `#!/bin/sh\nexec node /usr/local/lib/npm/bin/${name}-cli.js "$@"\n`, {
      mode: 0o755,
    });
  }
  // npm reaches the registry as it does on this machine.
  const authorities = "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(authorities)) cpSync(authorities, join(cache, "etc/authorities.crt"));
  const container = run("buildah", ["from", "scratch"]).trim();
  run("buildah", ["add", "--quiet", container, cache, "/"]);
  run("buildah", ["config", "--env", "NODE_EXTRA_CA_CERTS=/etc/authorities.crt", container]);
  run("buildah", ["commit", "--quiet", "--rm", container, baseImage]);
}

/** Builds the image. */
function build(image, engines, ...options) {
  const flags = [
    "--isolation=chroot",
    // npm opens more files at once than buildah allows by default.
    "--ulimit=nofile=16384:16384",
    "--format=docker",
    "--timestamp=0",
    "--quiet",
    "--tag",
    image,
    ...options,
  ];
  const values = ["--build-arg", `NODE_IMAGE=${baseImage}`, "--build-arg", `ENGINES=${engines}`];
  run("buildah", ["bud", ...flags, ...values, "--file", join(root, "deploy/Containerfile"), root]);
}

/** Prints the size of the image as it is pushed, and fails when it is too large. */
function report(image, engines) {
  const layout = join(folder, `layout-${engines}`);
  run("buildah", ["push", "--quiet", "--compression-format=gzip", image, `oci:${layout}:proof`]);
  const blobs = join(layout, "blobs/sha256");
  const bytes = readdirSync(blobs).reduce((sum, name) => sum + statSync(join(blobs, name)).size, 0);
  const megabytes = Math.ceil(bytes / 1e6);
  print(
    `${engines === "1" ? "with" : "without"} engines: ${megabytes} MB compressed, at most ${maxMegabytes[engines]}`,
  );
  if (megabytes > maxMegabytes[engines]) throw new Error("The image is too large.");
}

/** Runs the image and checks the service in it. */
async function prove(image, engines) {
  const container = run("buildah", ["from", image]).trim();
  const mount = run("buildah", ["mount", container]).trim();
  const { config } = JSON.parse(run("buildah", ["inspect", "--type=image", image])).Docker;
  const token = randomBytes(24).toString("hex");
  const served = engines === "1" ? ["/srv"] : ["github", "postgres"];
  const variables = {
    WELLHEAD_TOKENS: token,
    WELLHEAD_LIMITS: "drainDelay=0",
    PORT: "0",
    WELLHEAD_ADMIN_PORT: "9642",
  };
  const words = [...config.Entrypoint, "serve", ...served, "--json", "--quiet"];
  const service = enter({ mount, config }, words, variables);
  try {
    const { url, admin, connectors } = JSON.parse(await firstLine(service));
    assertSandbox(service.pid, mount);
    const health = config.Healthcheck.Test.slice(1);
    await expectExit(enter({ mount, config }, health, { WELLHEAD_ADMIN_PORT: new URL(admin).port }), 0);
    await expectExit(enter({ mount, config }, health, { WELLHEAD_ADMIN_PORT: "1" }), 1);
    for (const { id } of connectors) check(new URL(connectors.length === 1 ? "/" : `/${id}/`, url), token);
    const bill = JSON.parse(readFileSync(join(mount, "app/sbom.cdx.json"), "utf8"));
    print(`serves ${connectors.map(({ id }) => id).join(", ")}; SBOM of ${bill.components.length} parts`);
  } finally {
    service.kill("SIGTERM");
    await expectExit(service, 0);
    run("buildah", ["rm", container]);
  }
}

/** Runs a program of the image: root read-only, `/tmp` in memory, as the user of the image, with its environment. */
function enter({ mount, config }, command, variables) {
  const script = [
    'mount --bind "$0" "$0"',
    'mount -t tmpfs -o mode=1777 none "$0/tmp"',
    'mount --bind "$1" "$0/srv"',
    'mkdir -p "$0/dev" "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc none "$0/proc"',
    'mount -o remount,bind,ro "$0"',
    "shift",
    'exec "$@"',
  ].join(" && ");
  const environment = [
    ...config.Env,
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  ];
  const inside = [
    "env",
    "-i",
    ...environment,
    "/usr/sbin/chroot",
    `--userspec=${user}:${user}`,
    mount,
    ...command,
  ];
  const words = ["--mount", "--", "sh", "-c", script, mount, join(root, "samples"), ...inside];
  return spawn("unshare", words, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Fails unless the process has neither rights nor a place to write at. */
function assertSandbox(pid, mount) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  const rights = /^CapEff:\s+(\w+)/m.exec(status)?.[1];
  if (uid !== String(user) || !/^0+$/.test(rights ?? ""))
    throw new Error(`The process runs as ${uid} with the rights ${rights}.`);
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  const own = mounts.findLast((line) => line.split(" ")[4] === "/" || line.split(" ")[4] === mount);
  if (!/ ro[, ]/.test(own ?? "")) throw new Error(`The root of the process can be written: ${own}`);
}

function check(url, token) {
  const file = join(folder, "token");
  writeFileSync(file, token, { mode: 0o600 });
  const program = join(root, "packages/cli/bin/wellhead.js");
  run(process.execPath, [program, "check", url.href, "--token-file", file, "--quiet"]);
}

/** Builds the smaller image again without anything cached, and compares the layers. */
function proveReproducible() {
  const again = "localhost/wellhead-proof:again";
  build(again, "0", "--no-cache");
  const layers = ["localhost/wellhead-proof:0", again].map(
    (image) => JSON.parse(run("buildah", ["inspect", "--type=image", image])).Docker.rootfs.diff_ids,
  );
  if (JSON.stringify(layers[0]) !== JSON.stringify(layers[1]))
    throw new Error(`Two builds differ: ${layers.map(String).join(" and ")}`);
  print("two builds have the same layers");
}

async function firstLine(service) {
  let text = "";
  for await (const chunk of service.stdout) {
    text += chunk;
    if (text.includes("\n")) return text;
  }
  throw new Error("The service ended before it listened.");
}

async function expectExit(child, expected) {
  for (let tries = 0; child.exitCode === null && child.signalCode === null && tries < 600; tries += 1)
    await delay(100);
  if (child.exitCode !== expected)
    throw new Error(`expected exit code ${expected}, got ${child.exitCode ?? child.signalCode}`);
}

function run(command, parameters) {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 2 ** 28 };
  return execFileSync(command, parameters, options);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
