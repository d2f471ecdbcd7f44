import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { createProject } from "./create-project.js";
import { templates } from "./project-files.js";
import type { ProjectKind, ProjectOptions } from "./project-kind.js";

export { createProject } from "./create-project.js";
export { projectFiles } from "./project-files.js";
export type { ProjectKind, ProjectOptions } from "./project-kind.js";

const managers = ["npm", "pnpm", "yarn"] as const;

const help = `Usage: npm create wellhead [folder] -- [options]

  --kind <kind>        ${Object.keys(templates).join(", ")}; default: asks, with --yes rest
  --openapi <document> OpenAPI document, a file or an address, to create a REST connector from
  --from <file>        The same, also from a Postman collection, a HAR recording, an Airbyte manifest or a dlt configuration
  --name <name>        Name of the project; default: that of the folder
  --manager <program>  ${managers.join(", ")}; default: the one that runs this command
  --packages <folder>  Folder that npm run pack has written, to install from; default: the registry
  --yes                Ask nothing
`;

/**
 * Runs `create-wellhead`.
 *
 * @param words - The command line
 * @returns The exit code: 0, or 2 for an invalid command line or folder
 */
export async function main(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      kind: { type: "string" },
      openapi: { type: "string" },
      from: { type: "string" },
      name: { type: "string" },
      manager: { type: "string" },
      packages: { type: "string" },
      yes: { type: "boolean", short: "y" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    stdout.write(help);
    return 0;
  }
  const ask = values.yes === true || !stdin.isTTY ? undefined : askAt();
  try {
    const folder = positionals[0] ?? (await ask?.("Folder (my-connector): ")) ?? "";
    const target = resolve(folder === "" ? "my-connector" : folder);
    const { kind, openapi } = await readSource(values, ask);
    const name = readName(values.name ?? basename(target));
    const manager = readManager(
      values.manager ?? process.env["npm_config_user_agent"]?.split("/")[0] ?? "npm",
    );
    const packages = values.packages === undefined ? {} : { packages: resolve(values.packages) };
    await createProject(target, { kind, name, manager, ...(openapi && { openapi }), ...packages });
    const runs = manager === "npm" ? "npm run" : manager;
    stdout.write(
      `Created ${target}.\n\n  cd ${folder || "my-connector"}\n  ${manager} install\n  ${runs} start\n`,
    );
    return 0;
  } finally {
    ask?.close();
  }
}

/** Reads what the connector reads: a kind, and for a REST API maybe a document. */
async function readSource(
  typed: Readonly<Partial<Record<"kind" | "openapi" | "from", string | undefined>>>,
  ask: ((question: string) => Promise<string>) | undefined,
): Promise<Pick<ProjectOptions, "kind" | "openapi">> {
  const named = typed.from ?? typed.openapi;
  const document = named === undefined ? undefined : pathOfDocument(named);
  const hasDocument = document !== undefined;
  const kind = readKind(typed.kind ?? (hasDocument ? undefined : await ask?.(kindQuestion())) ?? "");
  if (hasDocument && kind !== "rest")
    throw new Error(
      `Could not create a project: a description is of a REST API, got the kind "${kind}". Leave out --kind.`,
    );
  const openapi = document ?? (kind === "rest" ? await ask?.(openapiQuestion) : undefined) ?? "";
  return { kind, ...(openapi !== "" && { openapi }) };
}

/** Scripts of npm run in the folder of their package, and INIT_CWD is the folder where somebody has started them. */
function pathOfDocument(typed: string): string {
  const started = process.env["INIT_CWD"];
  if (started === undefined || /^https?:/i.test(typed) || existsSync(typed)) return typed;
  const path = resolve(started, typed);
  return existsSync(path) ? path : typed;
}

const openapiQuestion = "Description of the API, such as an OpenAPI document, a file or an address (none): ";

function kindQuestion(): string {
  const lines = Object.entries(templates).map(([kind, { title }]) => `  ${kind}: ${title}`);
  return `What does the connector read?\n${lines.join("\n")}\n(rest): `;
}

function askAt() {
  const prompt = createInterface({ input: stdin, output: stdout });
  return Object.assign(async (question: string) => (await prompt.question(question)).trim(), {
    close: () => prompt.close(),
  });
}

function readKind(typed: string): ProjectKind {
  if (typed === "") return "rest";
  const kinds = ["rest", "oauth2", "database", "files", "code"] as const;
  const found = kinds.find((kind) => kind === typed);
  if (found !== undefined) return found;
  throw new Error(
    `Could not create a project: expected one of ${kinds.join(", ")} as its kind, got "${typed}".`,
  );
}

function readName(typed: string): string {
  if (/^[a-z][a-z0-9-]*$/.test(typed)) return typed;
  throw new Error(
    `Could not create a project: expected a name of lower-case letters, digits and hyphens, got "${typed}". Choose one with --name.`,
  );
}

function readManager(typed: string): ProjectOptions["manager"] {
  const found = managers.find((manager) => manager === typed);
  if (found !== undefined) return found;
  throw new Error(
    `Could not create a project: expected ${managers.join(", ")} as its manager, got "${typed}".`,
  );
}
