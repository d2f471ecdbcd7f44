import { setTimeout as delay } from "node:timers/promises";
import type { Application } from "@wellhead/client";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";
import { type JudgeRound, JudgeRun, type SourcesJudgement } from "./judge-run.js";
import { type AuthoredQuery, connectorInputs, openAuthored, validAccount } from "./open-authored.js";

/** Clients end a call after a minute. */
const defaultSeconds = 45;
/** Milliseconds between two reports of progress. */
const reportMs = 1000;

/** `run_judge`: whether the connector follows the interface. */
export const runJudge: AddTool<AuthorWorkspace> = defineTool({
  name: "run_judge",
  title: "Run the judge",
  description:
    "Judges the connector by the interface of data platforms: descriptions, accounts, filters, rows and their endings, errors. Lists what is not met, why, and how to fix it. Judges all sources in turn, which sends many requests. An API with a small limit takes minutes: the answer then says how far the run is, and the same call again waits for its end.",
  input: z.strictObject({
    ...connectorInputs,
    only: z
      .array(z.string())
      .optional()
      .describe("Ids or areas of requirements, such as data.whole or errors; all when omitted"),
    source: z.string().optional().describe("The only source to judge; all when omitted"),
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Filter that works; its default values and first options when omitted"),
    maxSeconds: z
      .int()
      .min(0)
      .max(600)
      .optional()
      .describe(`Seconds until the answer, even if the run goes on; ${defaultSeconds} when omitted`),
  }),
  output: z.object({
    complete: z.boolean().describe("Whether the run has ended; only then are there counts and findings"),
    headline: z.string(),
    next: z.string().describe("What to call next; empty for nothing"),
    waitingFor: z
      .array(z.object({ id: z.string(), seconds: z.number() }))
      .describe("Requirements that are being judged, and for how many seconds"),
    counts: z.record(z.string(), z.number()).describe("Number of requirements of each verdict"),
    findings: z.array(
      z.object({
        source: z.string().describe("Empty for the first one"),
        id: z.string(),
        level: z.string(),
        verdict: z.string(),
        requirement: z.string(),
        found: z.string(),
        fix: z.string(),
      }),
    ),
    findingCount: z.number().describe("0 when the judge is clean"),
  }),
  run: async ({ maxSeconds = defaultSeconds, ...query }, { workspace, signal, report }) => {
    const run = await joinRun(query, workspace, signal);
    const reports = setInterval(() => report(workspace.now() - run.startedMs, run.progress), reportMs);
    try {
      const judgement = await within(run.judgement, maxSeconds * 1000, signal);
      if (judgement === undefined) return goingOn(run, workspace);
      forget(run, workspace);
      return ended(judgement, workspace);
    } catch (error) {
      // A client that ends a call that takes long asks again.
      if (!signal.aborted) forget(run, workspace);
      throw error;
    } finally {
      clearInterval(reports);
    }
  },
});

interface Query extends AuthoredQuery {
  readonly only?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the run of the same query in progress; else ends the other one, which would use up the limits of the API, and begins. */
async function joinRun(query: Query, workspace: AuthorWorkspace, signal: AbortSignal): Promise<JudgeRun> {
  const opened = await openAuthored(workspace, query, signal);
  const key = JSON.stringify([opened.authored.base, query]);
  if (workspace.judgeRun?.key === key) return workspace.judgeRun;
  workspace.judgeRun?.end();
  const { filter } = query;
  workspace.judgeRun = new JudgeRun(
    key,
    async ({ source, only }, events) => {
      const account = await validAccount(workspace, opened, { ...query, signal: events.signal });
      return workspace.author.judge({ connector: opened.authored, account, only, source, filter, ...events });
    },
    { now: workspace.now, rounds: roundsOf(query, opened.application) },
  );
  return workspace.judgeRun;
}

/** Areas of requirements that each source meets for itself. */
const sourceAreas: readonly string[] = ["sources", "data", "filters", "dates"];

/** Judges everything with the first source that can be read, then the rows and filters of the others. */
function roundsOf({ source, only = [] }: Query, { sources }: Application): readonly JudgeRound[] {
  const all: JudgeRound = { source, only };
  const ofSource = only.length === 0 ? sourceAreas : only.filter((one) => isIn(sourceAreas, one));
  if (source !== undefined || sources.length < 2 || ofSource.length === 0) return [all];
  // A first source that needs a filter may not be the one that could be read.
  const others = sources.filter(({ filter }, index) => index > 0 || filter.some(({ required }) => required));
  return [all, ...others.map(({ id }) => ({ source: id, only: ofSource }))];
}

function isIn(areas: readonly string[], requirement: string): boolean {
  return areas.some((area) => requirement === area || requirement.startsWith(`${area}.`));
}

function forget(run: JudgeRun, workspace: AuthorWorkspace): void {
  if (workspace.judgeRun === run) workspace.judgeRun = undefined;
}

/** Returns what a promise resolves with; `undefined` when it takes longer than a number of milliseconds. */
async function within<Value>(
  promise: Promise<Value>,
  maxMs: number,
  signal: AbortSignal,
): Promise<Value | undefined> {
  const waiting = new AbortController();
  const ends = AbortSignal.any([signal, waiting.signal]);
  try {
    return await Promise.race([promise, delay(maxMs, undefined, { signal: ends })]);
  } finally {
    waiting.abort();
  }
}

function goingOn(run: JudgeRun, { redactor }: AuthorWorkspace) {
  return {
    complete: false,
    headline: redactor.cut(`The run goes on: ${run.progress}.`, 400),
    next: "Call run_judge with the same arguments to wait for its end. Until then, save no file: another revision ends the run. list_requests shows which requests wait for a limit of the API.",
    waitingFor: run.waitingFor.slice(0, 10).map(({ id, seconds }) => ({ id: redactor.cut(id, 80), seconds })),
    counts: {},
    findings: [],
    findingCount: 0,
  };
}

function ended(
  { headline, counts, findings }: SourcesJudgement,
  { redactor, maxAnswerBytes }: AuthorWorkspace,
) {
  const shown = findings.map((finding) => ({
    ...finding,
    requirement: redactor.cut(finding.requirement, 300),
    found: redactor.cut(finding.found, 800),
    fix: redactor.cut(finding.fix, 500),
  }));
  return {
    complete: true,
    headline: redactor.cut(headline, 1000),
    next: "",
    waitingFor: [],
    counts: { ...counts },
    findings: [...fitItems(shown, maxAnswerBytes - 1800)],
    findingCount: findings.length,
  };
}
