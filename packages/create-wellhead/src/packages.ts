import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The packages of Wellhead that a project depends on: a specifier of each, and the tarballs that they name. */
export interface ProjectPackages {
  /** Specifiers of the packages that the project names itself. */
  readonly specifierOf: (name: string) => string;
  /** What the project needs in addition for its packages to be found without a registry. */
  readonly further: Readonly<Record<string, string>>;
  /** Tarballs by their path in the project. */
  readonly tarballs: Readonly<Record<string, Buffer>>;
}

/** What `npm run pack` writes about a package. */
interface Packed {
  readonly tarball: string;
  /** Packages of Wellhead that it depends on. */
  readonly dependencies: readonly string[];
}

/**
 * Returns the packages of a registry, in the version of this package.
 *
 * @returns Ranges, and no tarballs
 */
export function publishedPackages(): ProjectPackages {
  const manifest: unknown = createRequire(import.meta.url)("../package.json");
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest;
  const range = `^${version ? String(manifest.version) : "0.0.0"}`;
  return { specifierOf: () => range, further: {}, tarballs: {} };
}

/**
 * Returns packages of a folder that `npm run pack` has written. The project gets a copy of each tarball, so that it
 * installs wherever it goes.
 *
 * @param folder - The folder
 * @param names - The packages that the project names itself
 * @returns The specifiers, and the tarballs of these packages and of all that they depend on
 * @throws Error when the folder does not have a package
 */
export async function packedPackages(folder: string, names: readonly string[]): Promise<ProjectPackages> {
  const packed = await readIndex(folder);
  const needed = new Set(names);
  for (const name of needed)
    for (const dependency of packedOf(packed, name, folder).dependencies) needed.add(dependency);
  const fileOf = (name: string) => `packages/${packedOf(packed, name, folder).tarball}`;
  const tarballs = await Promise.all(
    [...needed].map(async (name) => [fileOf(name), await readFile(join(folder, fileOf(name)))] as const),
  );
  const further = [...needed].filter((name) => !names.includes(name));
  return {
    specifierOf: (name) => `file:${fileOf(name)}`,
    further: Object.fromEntries(further.map((name) => [name, `file:${fileOf(name)}`])),
    tarballs: Object.fromEntries(tarballs),
  };
}

async function readIndex(folder: string): Promise<Readonly<Record<string, Packed>>> {
  try {
    // Written by `npm run pack`.
    return JSON.parse(await readFile(join(folder, "packages/index.json"), "utf8")) as Record<string, Packed>;
  } catch (error) {
    throw new Error(
      `Could not find packages in "${folder}": expected a folder that npm run pack has written. Choose it with --packages.`,
      { cause: error },
    );
  }
}

function packedOf(packed: Readonly<Record<string, Packed>>, name: string, folder: string): Packed {
  const found = packed[name];
  if (found === undefined)
    throw new Error(`Could not find "${name}" in "${folder}": pack the packages again with npm run pack.`);
  return found;
}
