import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OAuthProvider, startOAuthProvider } from "../oauth/oauth-provider.js";
import type { ConformanceOptions } from "../requirement/conformance-options.js";
import type { RequirementResult } from "../run/conformance-report.js";
import { runConformance } from "../run/run-conformance.js";
import { accountsOf, addressesOf, judgeProgram } from "./judge-program.js";
import { proofFolder } from "./planted-fault.js";
import { plantedProofs } from "./planted-proofs.js";

/** Parts of a planted connector, as exported by its own file. */
interface Connector {
  readonly makeParts: (env: object) => object;
  readonly serve: (parts: object) => Promise<Server>;
}

interface Fault {
  readonly id: string;
  readonly plant: (parts: object) => void;
  readonly account?: string;
  readonly provider?: boolean;
}

/** These faults would end this process, or change every object in it. */
const needsProcess = new Set(["crash-on-bad-json", "polluted"]);
let provider: OAuthProvider;
let connector: Connector;

beforeAll(async () => {
  provider = await startOAuthProvider();
  connector = await import(`${proofFolder}node/connector.mjs`);
});

afterAll(() => provider.close());

async function judge(
  fault: Fault,
  file: string,
  options: ConformanceOptions,
): Promise<readonly RequirementResult[]> {
  const command = [process.execPath, `${proofFolder}node/serve.mjs`, file, fault.id] as const;
  if (needsProcess.has(fault.id)) return (await judgeProgram({ command, provider: false, options })).results;
  const suite = fault.provider === true ? { PROVIDER: addressesOf(provider) } : {};
  const parts = connector.makeParts(suite);
  fault.plant(parts);
  const server = await connector.serve(parts);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const report = await runConformance(`http://127.0.0.1:${port}/`, {
      ...options,
      ...(fault.provider === true && { oauthProvider: provider }),
    });
    return report.results;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function optionsFor({ account = "default" }: Fault, only: readonly string[]): ConformanceOptions {
  const given = accountsOf("node")[account];
  return { ...(given !== undefined && { account: given }), profile: "all", only };
}

test.each([...plantedProofs])("%s is not met by the planted server %s", async (id, [file, name]) => {
  const { faults }: { readonly faults: readonly Fault[] } = await import(`${proofFolder}node/${file}.mjs`);
  const fault = faults.find((one) => one.id === name);
  if (fault === undefined) throw new Error(`There is no fault "${name}" in ${file}`);
  const [result] = await judge(fault, file, optionsFor(fault, [id]));
  expect(result).toMatchObject({ id, verdict: result?.level === "MUST" ? "fail" : "warn" });
  expect(result?.evidence.length).toBeGreaterThan(0);
  expect(JSON.stringify(result?.evidence)).not.toMatch(/root:[^:]*:0:0:/);
});

test.each([
  ["accounts", "validate-error-200", "validate.refuses", /with the refusal as "error" in its body/],
  ["accounts", "second-user", "validate.refuses", /for a wrong secret, with the name "/],
] as const)("%s/%s is described by what was observed", async (file, name, id, detail) => {
  const { faults }: { readonly faults: readonly Fault[] } = await import(`${proofFolder}node/${file}.mjs`);
  const fault = faults.find((one) => one.id === name);
  if (fault === undefined) throw new Error(`There is no fault "${name}" in ${file}`);
  // The account is validated first, as in a whole run.
  const results = await judge(fault, file, optionsFor(fault, ["validate.name", id]));
  expect(results.find((result) => result.id === id)?.detail).toMatch(detail);
});

test.each(["default", "login", "none"])(
  "the planted connector without a fault meets them all: %s",
  async (account) => {
    const none: Fault = { id: "none", plant: () => undefined, account, provider: account === "none" };
    const results = await judge(none, "none", optionsFor(none, [...plantedProofs.keys()]));
    const faults = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
    expect(faults.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([]);
  },
);
