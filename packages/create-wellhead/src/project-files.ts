import { agentFiles } from "./agent-files.js";
import { oauth2Template, restTemplate } from "./kinds/api-template.js";
import { codeTemplate, databaseTemplate, filesTemplate } from "./kinds/local-templates.js";
import { type ProjectPackages, packedPackages, publishedPackages } from "./packages.js";
import type { KindTemplate, ProjectKind, ProjectOptions } from "./project-kind.js";

/** What a connector may read. */
export const templates: Readonly<Record<ProjectKind, KindTemplate>> = {
  rest: restTemplate,
  oauth2: oauth2Template,
  database: databaseTemplate,
  files: filesTemplate,
  code: codeTemplate,
};

/** Packages of every project: those it runs with, and those it is developed with. */
const runs = ["@wellhead/cli", "@wellhead/sdk"];
const develops = ["@wellhead/console", "@wellhead/mcp", "@wellhead/testing", "@wellhead/workbench"];

/** Yarn does not install a later version on Node 20, because it depends on a package that is said to need Node 22. */
const resolutions = { "light-my-request": "6.6.0" };

/**
 * Returns the files of a project.
 *
 * @param options - What it reads, its name, and what installs it
 * @returns Text or bytes by path, relative to the folder of the project
 * @throws Error when a connector cannot be created from the OpenAPI document
 */
export async function projectFiles({
  kind,
  name,
  manager,
  openapi,
  packages: folder,
}: ProjectOptions): Promise<Readonly<Record<string, string | Buffer>>> {
  const template = openapi === undefined ? templates[kind] : await templateOf(openapi, name);
  const own = [...runs, ...template.packages];
  const packages =
    folder === undefined ? publishedPackages() : await packedPackages(folder, [...own, ...develops]);
  const run = manager === "npm" ? "npm run" : manager;
  return {
    ...template.files(name),
    ...(await agentFiles({ name, run, manager, hasTape: template.account !== undefined })),
    ...packages.tarballs,
    "package.json": json({
      name,
      version: "1.0.0",
      private: true,
      type: "module",
      engines: { node: ">=20.19" },
      scripts: {
        start: `wellhead serve ${template.serve}`,
        dev: `wellhead dev ${template.serve}`,
        test: "vitest run",
        check: "tsc --noEmit",
      },
      dependencies: sorted({ ...specifiers(own, packages), ...packages.further, ...template.engines }),
      devDependencies: sorted({
        "@types/node": "^20.19.0",
        ...specifiers(develops, packages),
        typescript: "^7.0.2",
        // Version 5 needs Node 22. A package manager that does not look at peers would choose it.
        vitest: "^4.1.0",
      }),
      ...(manager === "yarn" && { resolutions }),
    }),
    "tsconfig.json": json(compilerSettings),
    ".gitignore": "node_modules\naccount.json\n",
    ".dockerignore": "node_modules\naccount.json\n.git\n",
    ".vscode/settings.json": json({ "editor.formatOnSave": true }),
    ".vscode/extensions.json": json({ recommendations: ["vitest.explorer"] }),
    ".github/workflows/test.yml": workflow(manager, run),
    Dockerfile: dockerfile(template, folder !== undefined),
    "README.md": readme({ name, template, run, manager }),
  };
}

/** Settings of the compiler. */
const compilerSettings = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ["*.ts"],
};

/** Creates a template from a document. The parser of YAML is loaded only then. */
async function templateOf(openapi: string, name: string): Promise<KindTemplate> {
  const { openapiTemplate } = await import("./kinds/openapi-template.js");
  return await openapiTemplate(openapi, name);
}

function workflow(manager: ProjectOptions["manager"], run: string): string {
  const setup = manager === "npm" ? "" : "      - run: corepack enable\n";
  return `name: test
on: [push, pull_request]
jobs:
  test:
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        node: [20, 22, 24]
    runs-on: \${{ matrix.os }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
${setup}      - run: ${manager} install
      - run: ${run} check
      - run: ${run} test
`;
}

function specifiers(
  names: readonly string[],
  { specifierOf }: ProjectPackages,
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, specifierOf(name)]));
}

function dockerfile({ serve }: KindTemplate, hasTarballs: boolean): string {
  const words = ["npx", "wellhead", "serve", ...serve.split(" ")]
    .map((word) => JSON.stringify(word))
    .join(", ");
  return `FROM node:22-slim
WORKDIR /connector
COPY package.json ./
${hasTarballs ? "COPY packages ./packages\n" : ""}RUN npm install --omit=dev
COPY . .
USER node
# Who may call: mount a file with one bearer token per line.
ENV HOST=0.0.0.0 PORT=8642 WELLHEAD_TOKENS_FILE=/run/secrets/tokens
EXPOSE 8642
CMD [${words}]
`;
}

interface ReadmeOptions {
  readonly name: string;
  readonly template: KindTemplate;
  readonly run: string;
  readonly manager: string;
}

function readme({ name, template, run, manager }: ReadmeOptions): string {
  return `# ${name}

Reads: ${template.title}.

\`\`\`sh
${manager} install
${run} start   # serves the connector, with a page to try it at /console/
${run} dev     # loads connector.ts again on every save
${run} test    # without a network
${run} check   # types
\`\`\`
${template.account === undefined ? "" : aboutTape(template.account, template.firstRead ?? { source: "orders" }, run)}`;
}

function aboutTape(
  account: Readonly<Record<string, string>>,
  read: NonNullable<KindTemplate["firstRead"]>,
  run: string,
): string {
  const body = JSON.stringify({ ...read, account });
  return `
\`${run} start\` answers from \`tape.json\`, without a network. It accepts the account of the tape:

\`\`\`sh
curl http://127.0.0.1:8642/ -H 'Content-Type: application/json' -d '${body}'
\`\`\`

Once the connector reads your API, record your own tape, replace the rows that \`connector.test.ts\` expects by those of your tape, and
remove \`--tape\` from \`package.json\` and \`Dockerfile\`.
${account["auth"] === "oauth2" ? recordSignedIn : recordFile(account)}`;
}

const recordSignedIn = `Register an application at the provider, with the callback address \`http://127.0.0.1:8700/callback\`. The first command names the
variables of its id and its secret if they are not set:

\`\`\`sh
npx wellhead login me connector.ts --port 8700
npx wellhead record connector.ts --account me
\`\`\`
`;

function recordFile(account: Readonly<Record<string, string>>): string {
  const own = Object.entries(account).map(([name, value]) => [name, name === "auth" ? value : "…"]);
  return `
\`\`\`sh
echo '${JSON.stringify(Object.fromEntries(own))}' > account.json
npx wellhead record connector.ts --account account.json
\`\`\`
`;
}

function sorted(packages: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(packages).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
