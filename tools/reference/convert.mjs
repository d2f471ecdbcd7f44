import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Application } from "typedoc";
import ts from "typescript";

/** @import { Logger, ProjectReflection } from "typedoc" */
/** @import { EntryPoint } from "./entry-points.mjs" */

/**
 * Reads the exports of packages with TypeDoc. Types are not checked: the build has done that.
 *
 * @param {string} root Root of the tree, absolute.
 * @param {{ entries: readonly EntryPoint[], logger: Logger }} options The entry points, and where warnings go.
 * @returns {Promise<{ app: Application, project: ProjectReflection }>} The application, and what the packages export.
 */
export async function convertPackages(root, { entries, logger }) {
  const app = await Application.bootstrap({
    name: "Wellhead",
    readme: "none",
    basePath: root,
    disableGit: true,
    sourceLinkTemplate: `${pathToFileURL(root).href}/{path}#L{line}`,
    excludeExternals: true,
    // Properties of classes and of options are in `documentationFaults`; those of other types need no comment.
    requiredToBeDocumented: [
      "Variable",
      "Function",
      "Class",
      "Interface",
      "TypeAlias",
      "Enum",
      "Method",
      "Accessor",
      "Constructor",
    ],
    packagesRequiringDocumentation: [...new Set(entries.map(({ packageName }) => packageName))],
    // Types that are named in a signature and not exported are shown by their names; exporting them would offer more.
    validation: { invalidLink: true, notDocumented: true, notExported: false, rewrittenLink: true },
  });
  app.logger = logger;
  const program = makeProgram(root, entries);
  const points = entries.map(({ name, file }) => {
    const sourceFile = program.getSourceFile(join(root, file));
    if (sourceFile === undefined) throw new TypeError(`Could not read "${file}", which "${name}" exports`);
    return { displayName: name, program, sourceFile };
  });
  const project = app.converter.convert(points);
  app.validate(project);
  return { app, project };
}

/**
 * @param {string} root Root of the tree.
 * @param {readonly EntryPoint[]} entries The entry points.
 * @returns {ts.Program} One program over the sources of all of them, so that links lead from package to package.
 */
function makeProgram(root, entries) {
  const { compilerOptions } = /** @type {{ compilerOptions: object }} */ (
    JSON.parse(readFileSync(join(root, "tsconfig.base.json"), "utf8"))
  );
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  return ts.createProgram({
    rootNames: entries.map(({ file }) => join(root, file)),
    options: {
      ...options,
      composite: false,
      noEmit: true,
      types: ["node"],
      jsx: ts.JsxEmit.ReactJSX,
      paths: Object.fromEntries(entries.map(({ name, file }) => [name, [join(root, file)]])),
    },
  });
}
