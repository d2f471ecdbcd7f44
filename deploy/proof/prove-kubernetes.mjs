import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Renders deploy/kubernetes with `kubectl kustomize` and validates every object by the schemas of its API. The schemas are
// fetched by npm: they are too large to be a dependency.

const packages = ["kubernetes-models@5", "@kubernetes-models/prometheus-operator@6", "yaml@2"];
const validator = `
import * as core from "kubernetes-models";
import { parseAllDocuments } from "yaml";
export async function validate(text) {
  const kinds = [];
  for (const document of parseAllDocuments(text)) {
    const object = document.toJS();
    const [version, group] = object.apiVersion.split("/").toReversed();
    const name = group?.endsWith("coreos.com") ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
    const models = group === undefined ? core[version] : await import([name, group, version].join("/"));
    new models[object.kind](object).validate();
    kinds.push(object.kind);
  }
  return kinds;
}`;
const folder = mkdtempSync(join(tmpdir(), "wellhead-kubernetes-"));
try {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...packages], folder);
  const source = fileURLToPath(new URL("../kubernetes/example", import.meta.url));
  const rendered = run("kubectl", ["kustomize", source], folder);
  // The packages are resolved from the folder they were installed to.
  const module = join(folder, "validate.mjs");
  writeFileSync(module, validator);
  const { validate } = await import(pathToFileURL(module).href);
  const kinds = await validate(rendered);
  const broken = await validate(rendered.replace("containerPort: 8642", "containerPort: none")).catch(
    () => undefined,
  );
  if (broken !== undefined) throw new Error("The schemas accept a port that is not a number.");
  process.stdout.write(`valid: ${kinds.join(", ")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, parameters, cwd) {
  return execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
