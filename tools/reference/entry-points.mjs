import { findWorkspaces } from "../check/find-workspaces.mjs";

/**
 * A module that a package offers.
 *
 * @typedef {object} EntryPoint
 * @property {string} packageName Such as `@wellhead/contract`.
 * @property {string} name What others import, such as `@wellhead/contract/dates`.
 * @property {string} file Its source file, relative to the root.
 */

/**
 * Lists what packages and connectors offer by the `exports` of their `package.json`: `./dist/x.js` is compiled from
 * `src/x.ts`. Packages that are not published are left out, and so are subpaths with a `*`.
 *
 * @param {string} root Root of the tree.
 * @returns {EntryPoint[]} The entry points.
 */
export function listEntryPoints(root) {
  return findWorkspaces(root)
    .filter(({ folder, manifest }) => /^(?:packages|connectors)\//.test(folder) && manifest.private !== true)
    .flatMap(({ folder, name, manifest }) =>
      Object.entries(typeof manifest.exports === "object" ? manifest.exports : {}).flatMap(
        ([subpath, target]) => {
          const path = /"\.\/dist\/([^*"]+)\.js"/.exec(JSON.stringify(target))?.[1];
          return path === undefined
            ? []
            : [{ packageName: name, name: name + subpath.slice(1), file: `${folder}/src/${path}.ts` }];
        },
      ),
    );
}
