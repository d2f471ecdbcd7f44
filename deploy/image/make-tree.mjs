import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { component } from "../../tools/packages/bill-of-materials.mjs";
import { writePackages } from "../../tools/packages/pack-packages.mjs";

// Writes the files of the image to a folder: Node.js with its libraries, the built packages, and the packages of others
// that they need in production. Runs in the build stage of the Containerfile, after the packages are built.
// Usage: node deploy/image/make-tree.mjs <1 with engines, 0 without> <folder>

const [engines = "1", folder = "/image"] = process.argv.slice(2);
const workspaces = [
  "@wellhead/cli",
  ...(engines === "0" ? [] : ["@wellhead/files", "@wellhead/sqlite"]),
  // They speak the protocols of the databases themselves, so they need no engine.
  "@wellhead/postgres",
  "@wellhead/mysql",
];
const app = join(folder, "app");
rmSync(folder, { recursive: true, force: true });
for (const path of ["app", "etc", "srv", "usr/local/bin", "usr/share/licenses"])
  mkdirSync(join(folder, path), { recursive: true });
mkdirSync(join(folder, "tmp"), { mode: 0o1777 });

// oxlint-disable-next-line no-template-curly-in-string -- a format of dpkg-query
const versionFormat = "${Version}";
const lock = readJson("package-lock.json").packages;
const named = new Map(
  ["packages", "connectors"].flatMap((group) =>
    readdirSync(group)
      .filter((name) => existsSync(join(group, name, "package.json")))
      .map((name) => {
        const place = join(group, name);
        const manifest = readJson(join(place, "package.json"));
        return [manifest.name, { name: manifest.name, folder: place, manifest }];
      }),
  ),
);

const copied = await copyWorkspaces();
const dependencies = copyDependencies(copied);
const libraries = copySystem();
writeFileSync(join(app, "sbom.cdx.json"), `${JSON.stringify(describeParts(), null, 1)}\n`);
process.stdout.write(
  `${copied.length} packages of Wellhead, ${dependencies.length} of others, ${libraries.size} of Debian\n`,
);

/** Copies what is published of the packages that are needed, without types, sources and maps; returns their names. */
async function copyWorkspaces() {
  const needed = new Set(workspaces);
  for (const name of needed)
    for (const other of Object.keys(named.get(name)?.manifest.dependencies ?? {}))
      if (named.has(other)) needed.add(other);
  const packages = [...needed].map((name) => named.get(name));
  await writePackages(process.cwd(), packages);
  for (const { name, folder: path } of packages) {
    const target = join(app, path);
    const packed = join(path, "packed");
    const left = ["src", "man"].map((part) => join(packed, part));
    cpSync(packed, target, { recursive: true, filter: (from) => !left.includes(from) && isNeeded(from) });
    const link = join(app, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), target), link);
  }
  cpSync("deploy/image/health-check.mjs", join(app, "health-check.mjs"));
  cpSync("LICENSE", join(folder, "usr/share/licenses/wellhead"));
  return [...needed].toSorted();
}

/**
 * Copies the packages of others that are needed in production, at the versions that `npm ci` installed from the lockfile.
 * Returns their paths. Their licences stay where they are.
 */
function copyDependencies(names) {
  const found = new Set();
  const queue = names.map((name) => named.get(name).folder);
  // The client of the store that replicas share is an optional peer.
  queue.push(...resolveFrom(".", "ioredis"));
  for (const path of queue) {
    if (path.includes("node_modules/")) found.add(path);
    const { dependencies: needed = {}, optionalDependencies: optional = {} } = lock[path] ?? {};
    for (const name of Object.keys({ ...needed, ...optional }))
      for (const next of named.has(name) ? [] : resolveFrom(path, name))
        if (!queue.includes(next)) queue.push(next);
  }
  for (const path of found)
    cpSync(path, join(app, path), {
      recursive: true,
      // A package inside of another one is copied by itself.
      filter: (from) => isNeeded(from) && !from.slice(path.length).includes("/node_modules"),
    });
  return [...found];
}

/** Finds a package as Node.js does, in the closest `node_modules`; an optional one may not be installed, or be for another C library. */
function resolveFrom(path, name) {
  for (let near = path; ; near = dirname(near)) {
    const candidate = join(near, "node_modules", name);
    if (/musl/.test(name)) return [];
    if (lock[candidate] !== undefined && existsSync(candidate)) return [candidate];
    if (near === ".") return [];
  }
}

/** Describes every part of the image as CycloneDX. */
function describeParts() {
  const packages = dependencies.map((path) => {
    const { version, license, integrity } = lock[path];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return component({
      name,
      version,
      license,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      integrity,
    });
  });
  const own = copied.map((name) => {
    const { version, license } = named.get(name).manifest;
    return component({ name, version, license, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` });
  });
  const system = [...libraries].map(([name, version]) =>
    component({ name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}` }),
  );
  const node = process.versions.node;
  const runtime = component({
    name: "node",
    version: node,
    license: "MIT",
    purl: `pkg:generic/node@${node}`,
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    components: [runtime, ...own, ...packages, ...system],
  };
}

/**
 * Copies Node.js, the libraries that it and the engines are linked to, and the user. Returns the versions
 * of the Debian packages by name.
 */
function copySystem() {
  const node = realpathSync(process.execPath);
  cpSync(node, join(folder, "usr/local/bin/node"));
  const natives = execFileSync(
    "find",
    [join(app, "node_modules"), "-name", "*.node", "-o", "-name", "*.so"],
    {
      encoding: "utf8",
    },
  );
  // The engines run in a process that the shell limits.
  const programs =
    engines === "0" ? [node] : [node, realpathSync("/bin/sh"), ...natives.split("\n").filter(Boolean)];
  if (engines !== "0") {
    mkdirSync(join(folder, "bin"), { recursive: true });
    cpSync(realpathSync("/bin/sh"), join(folder, "bin/sh"));
  }
  const owners = new Map();
  for (const library of new Set(programs.flatMap(librariesOf))) {
    const target = join(folder, library);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(realpathSync(library), target);
    const owner = [library, realpathSync(library)].map(ownerOf).find(Boolean);
    if (owner === undefined) continue;
    const notice = `/usr/share/doc/${owner.name}/copyright`;
    if (existsSync(notice)) cpSync(realpathSync(notice), join(folder, "usr/share/licenses", owner.name));
    owners.set(owner.name, owner.version);
  }
  writeFileSync(join(folder, "etc/passwd"), "wellhead:x:65532:65532::/srv:/sbin/nologin\n");
  writeFileSync(join(folder, "etc/group"), "wellhead:x:65532:\n");
  writeFileSync(join(folder, "etc/nsswitch.conf"), "hosts: files dns\n");
  return owners;
}

/** Returns the libraries a program loads, by the paths at which the loader searches for them. */
function librariesOf(program) {
  const text = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...text.matchAll(/(?:=> )?(\/\S+) \(0x/g)]
    .map(([, path]) => path)
    .filter((path) => !path.includes("/node_modules/"));
}

/** Returns the Debian package of a file. */
function ownerOf(path) {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    // The database may have the file below /usr/lib or below /lib, which are the same folder.
    const [line] = execFileSync("dpkg", ["-S", `*${path.replace(/^\/usr/, "")}`], options).split("\n");
    const name = line.split(":")[0];
    return { name, version: execFileSync("dpkg-query", ["-W", "-f", versionFormat, name], options) };
  } catch {
    return undefined;
  }
}

function isNeeded(path) {
  if (/\.(?:map|d\.[cm]?ts|tsbuildinfo|md|markdown)$/i.test(path)) return /licen[cs]e|notice/i.test(path);
  return !/\.test\.[cm]?js$|\/(?:test|tests|__tests__)$/.test(path);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
