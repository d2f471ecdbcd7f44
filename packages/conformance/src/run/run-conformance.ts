import type { Exchange } from "../exchange/exchange.js";
import { Finding } from "../expect/finding.js";
import { systemClock } from "../probe/patience.js";
import { Probe } from "../probe/probe.js";
import { TransportFault } from "../probe/transport-fault.js";
import { isSynchronizer } from "../requirement/area.js";
import { CheckContext, type RunState } from "../requirement/check-context.js";
import type { ConformanceOptions } from "../requirement/conformance-options.js";
import type { Requirement } from "../requirement/requirement.js";
import { allRequirements } from "../requirements/all-requirements.js";
import { askPage, syncTarget } from "../synchronizer/target.js";
import { accountOf } from "../target/account.js";
import { dataBody, dataTarget } from "../target/data-target.js";
import { type DetectedGeneration, detectGeneration, synchronizes } from "../target/detect-generation.js";
import type { ConformanceReport, RequirementResult, Verdict } from "./conformance-report.js";
import { findCauses } from "./find-causes.js";
import { headlineOf } from "./headline.js";
import { judge, unjudged } from "./judge.js";
import { maskReport } from "./mask-report.js";
import { measure } from "./measure.js";
import { type Recognised, recognise } from "./recognise.js";

/**
 * Judges a connector, in any language, by its address alone.
 *
 * Sends a bounded number of requests, one at a time by default, and none that changes data. Never throws because of the
 * connector's behavior: every response becomes a verdict.
 *
 * @param address - Address of the connector, http or https
 * @param options - Account, filter, profile and limits
 * @returns The report
 * @throws TypeError when the address is not an http or https address
 * @throws RangeError when `only` contains an unknown name
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
  const probe = makeProbe(base, options);
  try {
    const found = await recognise(probe);
    const detected = detect(found);
    const run: RunState = {
      probe,
      options,
      base,
      profile: options.profile ?? detected.generation,
      generation: options.profile === "v1" || detected.generation === "v1" ? "v1" : "v2",
      parallel: 1,
      secrets: new Set(Object.values(options.headers ?? {})),
      worked: new Map(),
      seenBefore: options.oauthProvider?.seen.length ?? 0,
    };
    if (found.recognised) await accountOf(new CheckContext(run)).catch(() => undefined);
    const asked = chosen.filter((requirement) => isAsked(run, requirement, found));
    const results = await judgeFound(run, asked, found);
    const causes = findCauses(results);
    const report: ConformanceReport = {
      format: 1,
      address: `${base.origin}${base.pathname}`,
      ...nameOf(found),
      profile: run.profile,
      profileBecause: options.profile === undefined ? detected.because : "it was asked for",
      generation: run.profile === "v3" ? "v3" : run.generation,
      connector: { recognised: found.recognised, reason: found.recognised ? "" : found.reason },
      headline: headlineOf(found, causes, results),
      summary: summarise(results),
      causes,
      measurements: await measure(run),
      results,
    };
    return maskReport(report, run.secrets);
  } finally {
    probe.close();
  }
}

function makeProbe(base: URL, options: ConformanceOptions): Probe {
  return new Probe({
    base,
    ...(options.headers && { headers: options.headers }),
    maxRequests: options.maxRequests ?? 1000,
    requestTimeout: options.requestTimeout ?? 10_000,
    timeLimit: options.timeLimit ?? 600_000,
    maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    concurrency: options.concurrency ?? 1,
    ...(options.onSent && { onSent: options.onSent }),
    patience: {
      clock: options.clock ?? systemClock,
      ...(options.rate !== undefined && { rate: options.rate }),
      ...(options.onWaiting && { onWaiting: options.onWaiting }),
    },
  });
}

/**
 * Selects the requirements of a run.
 *
 * @param options - The caller's options
 * @returns All requirements, or those selected by id or area
 * @throws RangeError when a name is unknown
 */
export function chooseRequirements({ only }: ConformanceOptions): readonly Requirement[] {
  if (only === undefined || only.length === 0) return allRequirements;
  const unknown = only.find((name) => allRequirements.every(({ id, area }) => id !== name && area !== name));
  if (unknown !== undefined)
    throw new RangeError(`Could not choose the requirements: "${unknown}" is neither an id nor an area.`);
  return allRequirements.filter(({ id, area }) => only.includes(id) || only.includes(area));
}

function baseOf(address: string | URL): URL {
  const base = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(
      `Could not check "${String(address)}": expected an address that begins with http:// or https://.`,
    );
  }
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return base;
}

/** A connector need not have the endpoints of the third generation, unless it is judged by that one. */
function isAsked(run: RunState, { levels, area }: Requirement, found: Recognised): boolean {
  if (levels[run.profile] === undefined) return false;
  return !isSynchronizer(area) || run.profile === "v3" || (found.recognised && synchronizes(found.raw));
}

function detect(found: Recognised): DetectedGeneration {
  if (!found.recognised) return { generation: "v2", because: "nothing could be seen" };
  return detectGeneration(found.raw);
}

/** Number of concurrent requests to a slow connector. */
const slowConcurrency = 8;

/** Reads rows before anything is judged, to find out whether the source is slow and whether several reads disturb it. */
async function chooseConcurrency(run: RunState): Promise<number> {
  if (run.options.concurrency !== undefined) return run.options.concurrency;
  const context = new CheckContext(run);
  const slowAnswerMs = run.options.slowAnswerMs ?? 250;
  try {
    const ask = await askableOf(context);
    const alone = await ask(0);
    if (alone.totalMs < slowAnswerMs) return 1;
    const together = await Promise.all([1, 2, 3, 4].map((number) => ask(990 + number)));
    const isDisturbed = together.some(
      ({ status, text, totalMs }) =>
        status !== alone.status || text.length !== alone.text.length || totalMs > alone.totalMs * 3 + 1_000,
    );
    return isDisturbed ? 1 : slowConcurrency;
  } catch (error) {
    // Another requirement reports why there are no rows.
    if (error instanceof Finding || error instanceof TransportFault) return 1;
    throw error;
  }
}

/** Returns a function that requests rows, or entities where the connector has no rows. */
async function askableOf(context: CheckContext): Promise<(fresh: number) => Promise<Exchange>> {
  if (context.run.profile === "v3") {
    const [type] = (await syncTarget(context)).types;
    return (fresh) => askPage(context, { requestedType: type?.id }, { fresh });
  }
  const target = await dataTarget(context);
  return (fresh) => context.post("/", dataBody(target), { fresh });
}

async function judgeFound(
  run: RunState,
  asked: readonly Requirement[],
  found: Recognised,
): Promise<readonly RequirementResult[]> {
  if (!found.recognised) return judgeNothing(run, asked, found.reason);
  const parallel = await chooseConcurrency(run);
  return judgeAll({ ...run, parallel }, asked, parallel);
}

/**
 * Checks that change the behavior of the suite's provider, or that must not run concurrently, run last and one at a
 * time.
 */
async function judgeAll(
  run: RunState,
  asked: readonly Requirement[],
  concurrency: number,
): Promise<readonly RequirementResult[]> {
  const results = new Map<string, RequirementResult>();
  const alone = asked.filter((one) => one.alone === true || one.area === "oauth1" || one.area === "oauth2");
  // Advisory requirements come last, so that they are the ones skipped when a limit ends the run early.
  const waiting = asked
    .filter((requirement) => !alone.includes(requirement))
    .toSorted((left, right) => Number(isAdvice(run, left)) - Number(isAdvice(run, right)));
  const { onJudging, onJudged, signal } = run.options;
  const judgeNext = async (requirement: Requirement): Promise<void> => {
    onJudging?.(requirement.id);
    const result =
      signal?.aborted === true
        ? unjudged(run, requirement, "The run was cancelled")
        : await judge(run, requirement);
    results.set(requirement.id, result);
    onJudged?.(results.size, asked.length, requirement.id);
  };
  const workers = Array.from({ length: concurrency }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await judgeNext(next);
  });
  await Promise.all(workers);
  for (const requirement of alone) await judgeNext(requirement);
  return asked.flatMap((requirement) => {
    const result = results.get(requirement.id);
    return result === undefined ? [] : [blameOnce(run, requirement, result)];
  });
}

/** A connector that has stopped is one fault, at the request that stopped it. Nothing else was judged by its silence. */
function blameOnce(run: RunState, requirement: Requirement, result: RequirementResult): RequirementResult {
  const { gone } = run.probe;
  if (gone === undefined || result.cause !== "unanswered") return result;
  return unjudged(run, requirement, `The connector has stopped: ${gone.reason}`);
}

function isAdvice(run: RunState, { levels }: Requirement): boolean {
  return levels[run.profile] !== "MUST";
}

/** An address that is not a connector fails the requirements on GET / and leaves all others unjudged. */
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
