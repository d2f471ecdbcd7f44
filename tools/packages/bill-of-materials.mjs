// What a package brings with it, by the lock file, as CycloneDX 1.6 describes it: https://cyclonedx.org/docs/1.6/json/

/**
 * @typedef {object} LockedPackage
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {string} [resolved]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 */

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {readonly { alg: string, content: string }[]} [hashes]
 */

/**
 * @typedef {object} Bill
 * @property {{ component: Component }} metadata
 * @property {readonly Component[]} components
 */

/** @typedef {Readonly<Record<string, LockedPackage>>} Locked The packages of a lock file, by their folder. */

/**
 * Describes one part.
 *
 * @param {{ name: string, version: string, license?: string | undefined, purl: string, integrity?: string | undefined }} part
 * Its name, version and address, and the digest that npm checks.
 * @returns {Component & Readonly<Record<string, unknown>>} The component.
 */
export function component({ name, version, license, purl, integrity }) {
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? "") ?? [];
  const content = Buffer.from(digest ?? "", "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm && { hashes: [{ alg: `SHA-${algorithm}`, content }] }),
  };
}

/**
 * Describes a package of this repository and everything that is installed with it, without optional peers.
 *
 * @param {Locked} locked The packages of `package-lock.json`.
 * @param {string} folder Folder of the package.
 * @returns {Bill & Readonly<Record<string, unknown>>} The bill of materials.
 */
export function billOf(locked, folder) {
  const queue = [folder];
  for (const place of queue)
    for (const name of Object.keys({
      ...locked[place]?.dependencies,
      ...locked[place]?.optionalDependencies,
    })) {
      const found = resolve(locked, place, name);
      if (!queue.includes(found)) queue.push(found);
    }
  const [own = describe(locked, folder), ...others] = queue.map((place) => describe(locked, place));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: own },
    components: others,
  };
}

/**
 * Finds the folder of a dependency as Node does, from the folder that needs it upwards.
 *
 * @param {Locked} locked The packages of the lock file.
 * @param {string} from The folder that needs it.
 * @param {string} name Its name.
 * @returns {string} Its folder.
 */
function resolve(locked, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/")))) {
    const path = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    const found = locked[path];
    if (found !== undefined) return found.link === true ? String(found.resolved) : path;
    if (place === "") throw new Error(`Could not find "${name}" in package-lock.json. Run npm install.`);
  }
}

/**
 * @param {Locked} locked The packages of the lock file.
 * @param {string} place Folder of a package.
 * @returns {Component} The package as a part.
 */
function describe(locked, place) {
  const { version = "", license, integrity, name: own } = locked[place] ?? {};
  // npm omits the name of a package of this repository that has the one of its folder.
  const name = own ?? /(?:@[^/]+\/)?[^/]+$/.exec(place)?.[0] ?? "";
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return component({ name, version, license, purl, integrity });
}
