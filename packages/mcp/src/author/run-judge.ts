import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";
import { type JudgeEvents, type Judgement, JudgeRun } from "./judge-run.js";
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
    "Judges the connector by the interface of data platforms: descriptions, accounts, filters, rows and their endings, errors. Lists what is not met, why, and how to fix it. It sends many requests. An API with a small limit takes minutes: the answer then says how far the run is, and the same call again waits for its end.",
  input: z.strictObject({
    ...connectorInputs,
    only: z
      .array(z.string())
      .optional()
      .describe("Ids or areas of requirements, such as data.whole or errors; all when omitted"),
    source: z
      .string()
      .optional()
      .describe("The one source whose rows and filters are judged; the first that can be read when omitted"),
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
      return { ...ended(judgement, workspace), next: nextSource(run.unjudged) };
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
  const { only = [], source, filter } = query;
  const begin = async (events: JudgeEvents): Promise<Judgement> => {
    const account = await validAccount(workspace, opened, { ...query, signal: events.signal });
    return workspace.author.judge({ connector: opened.authored, account, only, source, filter, ...events });
  };
  const { sources } = opened.application;
  // Without a source, the judge chooses one, so that each may be unjudged.
  const others = sources.map(({ id }) => id).filter((id) => id !== source);
  const unjudged = sources.length > 1 ? others : [];
  workspace.judgeRun = new JudgeRun(key, begin, { now: workspace.now, unjudged });
  return workspace.judgeRun;
}

/** A run judges the rows of one source, and each kind of filter once. */
function nextSource(unjudged: readonly string[]): string {
  if (unjudged.length === 0) return "";
  const names = unjudged.slice(0, 10).join(", ");
  return `A run judges the rows of one source. To judge the others, call run_judge with source for each of: ${names}. Pass only: ["sources", "filters", "data"] to leave out what all sources share.`;
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

function ended({ headline, counts, findings }: Judgement, { redactor, maxAnswerBytes }: AuthorWorkspace) {
  const shown = findings.map((finding) => ({
    ...finding,
    requirement: redactor.cut(finding.requirement, 300),
    found: redactor.cut(finding.found, 800),
    fix: redactor.cut(finding.fix, 500),
  }));
  return {
    complete: true,
    headline: redactor.cut(headline, 400),
    waitingFor: [],
    counts: { ...counts },
    findings: [...fitItems(shown, maxAnswerBytes - 1200)],
    findingCount: findings.length,
  };
}
