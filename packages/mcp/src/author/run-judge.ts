import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";
import { connectorInputs, openAuthored, validAccount } from "./open-authored.js";

/** `run_judge`: whether the connector follows the interface. */
export const runJudge: AddTool<AuthorWorkspace> = defineTool({
  name: "run_judge",
  title: "Run the judge",
  description:
    "Judges the connector by the interface of data platforms: descriptions, accounts, filters, rows and their endings, errors. Lists what is not met, why, and how to fix it. It sends many requests to the connector, which requests rows from the upstream: with a tape it needs no network.",
  input: z.strictObject({
    ...connectorInputs,
    only: z
      .array(z.string())
      .optional()
      .describe("Ids or areas of requirements, such as data.whole or errors; all when omitted"),
    source: z.string().optional().describe("Source of the checks of rows; the default one when omitted"),
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Filter that works; its default values and first options when omitted"),
  }),
  output: z.object({
    headline: z.string(),
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
  run: async ({ only = [], source, filter, ...args }, { workspace, signal, report }) => {
    const { author, redactor, maxAnswerBytes } = workspace;
    const opened = await openAuthored(workspace, args, signal);
    const account = await validAccount(workspace, opened, { ...args, signal });
    const { headline, counts, findings } = await author.judge({
      connector: opened.authored,
      account,
      only,
      source,
      filter,
      onJudged: (judged, total) => report(judged, `${judged} of ${total} requirements`),
    });
    const shown = findings.map((finding) => ({
      ...finding,
      requirement: redactor.cut(finding.requirement, 300),
      found: redactor.cut(finding.found, 800),
      fix: redactor.cut(finding.fix, 500),
    }));
    return {
      headline: redactor.cut(headline, 400),
      counts: { ...counts },
      findings: [...fitItems(shown, maxAnswerBytes - 1200)],
      findingCount: findings.length,
    };
  },
});
