import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { rolldown } from "rolldown";

/** A module that refers to its own place, and must therefore stay where it is. */
const PLACED = /\bimport\.meta\b/;

/** What stands for the address of a module's own place until the module is in a file: its path in `dist`. */
const ADDRESS_OF = /\baddressOf\$\("([\w./-]+)"\)/g;

/** A module that another one names by its place, such as the program of a thread. */
const NAMED_BY_PLACE = /["'](\.{1,2}\/[\w./-]+)\.js["']\s*,\s*import\.meta\.url/g;

/**
 * Bundles the modules of a package into few files, because Node needs longer to find and open hundreds of modules than
 * to run them. Comments and white space are left out: they are in the sources, which the source maps lead to.
 *
 * Three kinds of modules keep their files: those that `exports` and `bin` lead to, those that refer to their own place
 * with `import.meta`, and those that these name. What is imported on demand stays in files of its own, too.
 *
 * @param {string} folder Folder of the package, with `src`.
 * @param {string} out Folder of the packed package, whose `dist` gets the modules.
 * @param {{ entries: readonly string[], modules: readonly string[] }} options Modules that `exports` and `bin` lead to,
 *   and all modules to pack, such as `dist/index`.
 * @returns {Promise<ReadonlySet<string>>} The sources that the source maps lead to, such as `src/index.ts`.
 */
export async function bundleModules(folder, out, { entries, modules }) {
  const kept = findKept(folder, entries, modules);
  const bundle = await rolldown({
    input: Object.fromEntries(
      kept.map((path) => [path.replace(/^dist\//, ""), join(folder, sourceOf(path))]),
    ),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    platform: "node",
    plugins: [keepPlaces(folder)],
    // Otherwise a module would also export what only other modules of its package use.
    preserveEntrySignatures: "strict",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    transform: { target: "es2023" },
  });
  const { output } = await bundle.generate({
    dir: join(folder, "dist"),
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: { compress: false, mangle: false, codegen: true },
    sourcemap: true,
  });
  await bundle.close();
  /** @type {Set<string>} */
  const sources = new Set();
  for (const part of output) {
    if (part.type !== "chunk") continue;
    const file = join(out, "dist", part.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, part.code);
    // A module that only exports what others contain has no map.
    if (part.map === null) continue;
    const { version, file: name, names, sources: leadTo, mappings } = part.map;
    writeFileSync(`${file}.map`, JSON.stringify({ version, file: name, names, sources: leadTo, mappings }));
    for (const source of leadTo) sources.add(posix.join("dist", posix.dirname(part.fileName), source));
  }
  return sources;
}

/**
 * Lets modules refer to the place that they had before, because their code may move to a file that several entries share.
 *
 * @param {string} folder Folder of the package.
 * @returns {import("rolldown").Plugin} The plugin.
 */
function keepPlaces(folder) {
  return {
    name: "keep-places",
    transform(code, id) {
      const path = relative(join(folder, "src"), id).split(sep).join("/").replace(/\.ts$/, ".js");
      return { code: withoutOwnAddress(code, id, `addressOf$("${path}")`), map: null };
    },
    renderChunk(code, { fileName }) {
      const own = "import.meta.url";
      const address = (/** @type {string} */ _call, /** @type {string} */ path) =>
        path === fileName ? own : `new URL("${posix.relative(posix.dirname(fileName), path)}", ${own}).href`;
      return { code: code.replace(ADDRESS_OF, address), map: null };
    },
  };
}

/**
 * @param {string} code A module.
 * @param {string} id Its path.
 * @param {string} standIn An expression.
 * @returns {string} The module with the expression for each `import.meta.url`, except in the texts that it contains.
 */
function withoutOwnAddress(code, id, standIn) {
  let changed = code;
  for (const { start, end } of parseSync(id, code).module.importMetas.toReversed())
    if (/^\.url\b/.test(changed.slice(end)))
      changed = changed.slice(0, start) + standIn + changed.slice(end + ".url".length);
  return changed;
}

/**
 * @param {string} folder Folder of the package.
 * @param {readonly string[]} entries Modules that `exports` and `bin` lead to.
 * @param {readonly string[]} modules All modules to pack.
 * @returns {readonly string[]} Modules that keep their files.
 */
function findKept(folder, entries, modules) {
  const kept = new Set(entries);
  for (const module of modules) {
    const source = join(folder, sourceOf(module));
    const text = existsSync(source) ? readFileSync(source, "utf8") : "";
    if (!PLACED.test(text)) continue;
    kept.add(module);
    for (const [, named = ""] of text.matchAll(NAMED_BY_PLACE)) {
      const path = posix.join(posix.dirname(module), named);
      if (modules.includes(path)) kept.add(path);
    }
  }
  return [...kept];
}

/**
 * @param {string} path Path of a module in `dist`, without ending.
 * @returns {string} Path of its source.
 */
function sourceOf(path) {
  return `${path.replace(/^dist\//, "src/")}.ts`;
}
