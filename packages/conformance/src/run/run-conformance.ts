import { Probe } from "../probe/probe.js";
import type { Profile } from "../requirement/level.js";
import type { Requirement } from "../requirement/requirement.js";
import { allRequirements } from "../requirements/all-requirements.js";
import { accountOf } from "../target/account.js";
import { detectProfile } from "../target/detect-profile.js";
import { CheckContext, type RunState } from "./check-context.js";
import type { ConformanceOptions } from "./conformance-options.js";
import type { ConformanceReport, RequirementResult, Verdict } from "./conformance-report.js";
import { judge, unjudged } from "./judge.js";
import { maskReport } from "./mask-report.js";
import { measure } from "./measure.js";
import { type Recognised, recognise } from "./recognise.js";

/**
 * Judges a connector, in any language, by its address alone.
 *
 * Sends a bounded number of requests, one at a time unless asked otherwise, and nothing that changes data. Never
 * throws for what the connector does: whatever it answers becomes a verdict.
 *
 * @param address - Address of the connector, http or https
 * @param options - Account, filter, depth and limits
 * @returns What was found
 * @throws TypeError when the address is no http address
 * @throws RangeError when `only` names nothing
 * @example
 * ```ts
 * const report = await runConformance("http://127.0.0.1:8080/", { account: { auth: "token", token } });
 * console.log(report.summary.fail);
 * ```
 */
export async function runConformance(
  address: string | URL,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const base = baseOf(address);
  const chosen = chooseRequirements(options);
  const probe = new Probe({
    base,
    ...(options.headers && { headers: options.headers }),
    maxRequests: options.maxRequests ?? 600,
    requestTimeout: options.requestTimeout ?? 10_000,
    timeLimit: options.timeLimit ?? 120_000,
    maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    concurrency: options.concurrency ?? 1,
  });
  try {
    const found = await recognise(probe);
    const detected = detect(options.profile, found);
    const run: RunState = {
      probe,
      options,
      base,
      profile: detected.profile,
      secrets: new Set(Object.values(options.headers ?? {})),
      worked: new Map(),
      seenBefore: options.oauthProvider?.seen.length ?? 0,
    };
    if (found.recognised) await accountOf(new CheckContext(run)).catch(() => undefined);
    const asked = chosen.filter(({ levels }) => levels[run.profile] !== undefined);
    const results = found.recognised
      ? await judgeAll(run, asked)
      : await judgeNothing(run, asked, found.reason);
    const report: ConformanceReport = {
      format: 1,
      address: `${base.origin}${base.pathname}`,
      ...nameOf(found),
      profile: run.profile,
      profileBecause: detected.because,
      connector: { recognised: found.recognised, reason: found.recognised ? "" : found.reason },
      summary: summarise(results),
      measurements: await measure(run),
      results,
    };
    return maskReport(report, run.secrets);
  } finally {
    probe.close();
  }
}

/**
 * Chooses the requirements a run is about.
 *
 * @param options - What the caller asked for
 * @returns All of them, or those named by id or area
 * @throws RangeError when a name means nothing
 */
export function chooseRequirements({ only }: ConformanceOptions): readonly Requirement[] {
  if (only === undefined || only.length === 0) return allRequirements;
  const unknown = only.find((name) => allRequirements.every(({ id, area }) => id !== name && area !== name));
  if (unknown !== undefined)
    throw new RangeError(`Choosing requirements failed: "${unknown}" is no id and no area`);
  return allRequirements.filter(({ id, area }) => only.includes(id) || only.includes(area));
}

function baseOf(address: string | URL): URL {
  const base = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(
      `Checking "${String(address)}" failed: wanted an address that begins with http:// or https://`,
    );
  }
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return base;
}

function detect(
  wanted: Profile | undefined,
  found: Recognised,
): { readonly profile: Profile; readonly because: string } {
  if (wanted !== undefined) return { profile: wanted, because: "it was asked for" };
  if (!found.recognised) return { profile: "all", because: "nothing could be seen" };
  return detectProfile(found.raw);
}

/** Account setups change how the suite's provider behaves, so they never run beside anything else. */
async function judgeAll(run: RunState, asked: readonly Requirement[]): Promise<readonly RequirementResult[]> {
  const results = new Map<string, RequirementResult>();
  const alone = asked.filter((one) => one.alone === true || one.area === "oauth1" || one.area === "oauth2");
  const waiting = asked.filter((requirement) => !alone.includes(requirement));
  const workers = Array.from({ length: run.options.concurrency ?? 1 }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results.set(next.id, await judge(run, next));
    }
  });
  await Promise.all(workers);
  for (const requirement of alone) results.set(requirement.id, await judge(run, requirement));
  return asked.flatMap(({ id }) => results.get(id) ?? []);
}

/** What is no connector fails what GET / must do, and leaves the rest unjudged. */
async function judgeNothing(
  run: RunState,
  asked: readonly Requirement[],
  reason: string,
): Promise<readonly RequirementResult[]> {
  const results: RequirementResult[] = [];
  for (const requirement of asked) {
    const first = requirement.id === "application.answers" || requirement.id === "application.object";
    results.push(
      first ? await judge(run, requirement) : unjudged(run, requirement, `Not a connector: ${reason}`),
    );
  }
  return results;
}

function nameOf(found: Recognised): { readonly name: string; readonly version: string } {
  const { name, version }: Readonly<Record<string, unknown>> = found.recognised ? found.raw : {};
  return { name: typeof name === "string" ? name : "", version: typeof version === "string" ? version : "" };
}

function summarise(results: readonly RequirementResult[]): Readonly<Record<Verdict, number>> {
  const summary = { pass: 0, fail: 0, warn: 0, "not-applicable": 0, "could-not-run": 0 };
  for (const { verdict } of results) summary[verdict] += 1;
  return summary;
}
