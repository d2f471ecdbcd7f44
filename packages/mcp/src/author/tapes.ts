import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { findSecrets } from "../secrets/find-secrets.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import { type AuthorWorkspace, tapeFaults } from "./author.js";
import { connectorInputs, openAuthored } from "./open-authored.js";

const file = z
  .string()
  .optional()
  .describe("Path of the tape in the folder, which ends with .json; tape.json when omitted");
const defaultFile = "tape.json";

/** `record_tape`: keeps what the upstream says. */
export const recordTape: AddTool<AuthorWorkspace> = defineTool({
  name: "record_tape",
  title: "Record a tape",
  description:
    "Reads with the connector from its real upstream, and writes the requests and responses to a file of the folder, without secrets. Choose reads with few rows but at least two pages. Tests and the other tools play it without a network.",
  annotations: { readOnlyHint: false },
  input: z.strictObject({
    ...connectorInputs,
    file,
    reads: z
      .array(
        z.strictObject({
          source: z.string(),
          filter: z.record(z.string(), z.unknown()).optional(),
          limit: z.int().min(1).optional(),
        }),
      )
      .max(20)
      .optional()
      .describe("What to read; every source that needs no filter when omitted"),
  }),
  output: z.object({ file: z.string(), interactions: z.number(), reads: z.number() }),
  run: async ({ file: path = defaultFile, reads, ...args }, { workspace, signal }) => {
    const { author, redactor } = workspace;
    const { authored, application } = await openAuthored(workspace, args, signal);
    const account = author.account(authored.id, args.account);
    if (account !== undefined) redactor.add(findSecrets(await account.read(), application.accountKinds));
    const recorded = await author.record({
      connector: authored.id,
      file: path,
      account,
      reads: reads?.map(({ source, filter, limit }) => ({
        source,
        ...(filter && { filter }),
        ...(limit !== undefined && { limit }),
      })),
      signal,
    });
    return { file: path, ...recorded };
  },
});

/** `replay_tape`: whether the connector still reads the tape. */
export const replayTape: AddTool<AuthorWorkspace> = defineTool({
  name: "replay_tape",
  title: "Replay a tape",
  description:
    "Makes every call of a tape again with the connector as it is on the disk now, without a network. Fails when the connector requests something else, or leaves a recorded response unread.",
  input: z.strictObject({ file }),
  output: z.object({ reads: z.array(z.object({ source: z.string(), rows: z.number() })) }),
  run: async ({ file: path = defaultFile }, { workspace: { author }, signal }) => ({
    reads: [...(await author.replay({ file: path, signal }))],
  }),
});

/** `play_faults`: what the rows become when the upstream fails. */
export const playFaults: AddTool<AuthorWorkspace> = defineTool({
  name: "play_faults",
  title: "Play faults against a tape",
  description:
    "Replays a tape once per response and fault, and compares the rows with those of the undisturbed tape. right: the same rows, because the connector tried again. reported: an error. stopped: a page without items or pointer was taken for the last one, which is right only if the API says so. wrong: rows are lost or repeated in silence, fix that.",
  input: z.strictObject({
    file,
    kinds: z.array(z.enum(tapeFaults)).optional().describe("Faults to play; all when omitted"),
  }),
  output: z.object({
    counts: z.record(z.string(), z.number()).describe("Number of faults by outcome; wrong must be 0"),
    outcomes: z
      .array(
        z.object({
          at: z.number().describe("Number of the response on the tape"),
          kind: z.string(),
          request: z.string(),
          outcome: z.enum(["wrong", "stopped", "reported", "right"]),
          detail: z.string(),
        }),
      )
      .describe("wrong first"),
  }),
  run: async ({ file: path = defaultFile, kinds = tapeFaults }, { workspace, signal, report }) => {
    const { author, redactor, maxAnswerBytes } = workspace;
    const played = await author.playFaults({
      file: path,
      kinds,
      signal,
      onPlayed: (count, total) => report(count, `${count} of ${total} faults have been played`),
    });
    const order = ["wrong", "stopped", "reported", "right"];
    const outcomes = played
      .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
      .map((one) => ({
        ...one,
        request: redactor.cut(one.request, 200),
        detail: redactor.cut(one.detail, 400),
      }));
    const counts = order.map(
      (outcome) => [outcome, played.filter((one) => one.outcome === outcome).length] as const,
    );
    return {
      counts: Object.fromEntries(counts),
      outcomes: [...fitItems(outcomes, maxAnswerBytes - 400)],
    };
  },
});
