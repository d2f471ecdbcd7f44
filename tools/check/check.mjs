import { checkApi, writeApi } from "./check-api.mjs";
import { checkCode } from "./check-code.mjs";
import { checkConnectors } from "./check-connectors.mjs";
import { checkDatabases } from "./check-databases.mjs";
import { checkFaces } from "./check-faces.mjs";
import { checkFolders } from "./check-folders.mjs";
import { checkGuides } from "./check-guides.mjs";
import { checkImports } from "./check-imports.mjs";
import { checkLayers } from "./check-layers.mjs";
import { checkLinks } from "./check-links.mjs";
import { checkManifests } from "./check-manifests.mjs";
import { checkNetwork } from "./check-network.mjs";
import { checkReferences } from "./check-references.mjs";
import { checkSmallFiles } from "./check-small-files.mjs";
import { checkSymbols } from "./check-symbols.mjs";
import { checkTarballs } from "./check-tarballs.mjs";
import { checkWords } from "./check-words.mjs";
import { formatProblem } from "./problem.mjs";
import { checkSnippets, writeSnippets } from "./snippets.mjs";

const CHECKS = {
  imports: checkImports,
  layers: checkLayers,
  faces: checkFaces,
  network: checkNetwork,
  folders: checkFolders,
  code: checkCode,
  "small-files": checkSmallFiles,
  connectors: checkConnectors,
  databases: checkDatabases,
  references: checkReferences,
  manifests: checkManifests,
  tarballs: checkTarballs,
  links: checkLinks,
  guides: checkGuides,
  symbols: checkSymbols,
  snippets: checkSnippets,
  words: checkWords,
  api: checkApi,
};

/** What `--write` can write, by the name of the check. @type {Readonly<Record<string, (root: string) => string[]>>} */
const WRITERS = { snippets: writeSnippets, api: writeApi };

const root = process.cwd();
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (process.argv.includes("--write"))
  for (const name of wanted) for (const file of WRITERS[name]?.(root) ?? []) console.log(`refreshed ${file}`);
const unknown = wanted.find((name) => !Object.hasOwn(CHECKS, name));
if (unknown !== undefined) {
  throw new RangeError(`Checking "${unknown}" failed: the checks are ${Object.keys(CHECKS).join(", ")}`);
}
for (const [name, check] of Object.entries(CHECKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const problems = check(root);
  for (const problem of problems) console.log(`${formatProblem(problem)} [${name}]`);
  if (problems.length > 0) process.exitCode = 1;
}
