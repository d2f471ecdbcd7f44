import type { Exchange } from "../exchange/exchange.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { pagedRuns, type SyncRun } from "./read-run.js";
import { askPage, syncTarget } from "./target.js";

/** Requirements on positions that no page has sent. */
export const positionRequirements = defineRequirements(
  { area: "sync-positions", section: "Synchronizer: positions" },
  [
    {
      id: "sync-positions.survives",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: "A position that makes no sense does not make the connector fail",
      reason: "A damaged run is repeated for ever, as if the third party were down",
      fix: "Check the position before it is used; return 400",
      check: async (context) => {
        const { type } = await firstPaged(context);
        for (const pagination of nonsense) {
          const exchange = await askPage(context, { requestedType: type.id, pagination });
          if (exchange.status >= 500)
            unmet(`expected a refusal of ${JSON.stringify(pagination).slice(0, 60)}, got ${exchange.status}`);
        }
      },
    },
    {
      id: "sync-positions.shape",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: '"pagination" that is not an object returns 400',
      reason: "The first page comes again and is taken for the next",
      fix: "Check the type of the member",
      check: async (context) => {
        const { type } = await firstPaged(context);
        for (const pagination of ["2", 2, ["a"]])
          await refused(context, { requestedType: type.id, pagination });
      },
    },
    {
      id: "sync-positions.forged",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: "A position that was changed returns 400",
      reason: "A guessed position reads what its account may not see",
      fix: "Seal positions, or check every part of them",
      check: async (context) => {
        const { type, next } = await firstPaged(context);
        for (const pagination of forgeries(next))
          await refused(context, { requestedType: type.id, pagination });
      },
    },
    {
      id: "sync-positions.type",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: "The position of one type is refused for another",
      reason: "A page in the middle of another type is read as if it were the first",
      fix: "Bind a position to its type",
      check: async (context) => {
        const [first, second] = await pagedRuns(context);
        if (first === undefined || second === undefined)
          notApplicable("two types with pages", "Only one type has several pages");
        await refused(context, { requestedType: second.type.id, pagination: nextOf(first) });
      },
    },
    {
      id: "sync-positions.filter",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: "A position is refused when the filter has changed",
      reason: "The pages of two filters are mixed, and what neither has is deleted",
      fix: "Bind a position to the filter; the run begins again",
      check: async (context) => {
        const { type, next } = await firstPaged(context);
        const { fields, filter } = await syncTarget(context);
        const field = fields.find(({ id, type: kind }) => kind === "text" && filter[id] === undefined);
        if (field === undefined) notApplicable("text filter", "No filter field is a text that may be empty");
        const other = { ...filter, [field.id]: "wellhead" };
        await refused(context, { requestedType: type.id, pagination: next, filter: other });
      },
    },
    {
      id: "sync-positions.small",
      level: "MUST",
      covers: ["sync.positions"],
      sentence: "A position has 8 KB at most",
      reason: "It is stored and sent with every page",
      fix: "Keep in it only what the next page needs",
      check: async (context) => {
        for (const { type, pages } of await pagedRuns(context)) {
          const longest = Math.max(...pages.map(({ next }) => JSON.stringify(next ?? {}).length));
          if (longest > maxLength) unmet(`A position of type "${type.id}" has ${longest} characters`);
        }
      },
    },
  ],
);

const maxLength = 8_192;

const nonsense: readonly unknown[] = [
  {},
  { p: "" },
  { page: -1 },
  { page: "../../etc/passwd" },
  { offset: 1e300 },
  { cursor: null },
  "2",
  ["a"],
  { nextPageConfig: "x" },
];

async function firstPaged(context: CheckContext): Promise<SyncRun & { readonly next: JsonObject }> {
  const [run] = await pagedRuns(context);
  if (run === undefined) notApplicable("several pages", "Every type fits into one page");
  return { ...run, next: nextOf(run) };
}

function nextOf({ pages }: SyncRun): JsonObject {
  return pages[0]?.next ?? {};
}

/** Changes the longest text of a position: one character of it, its end, and all of it. */
function forgeries(next: JsonObject): readonly JsonObject[] {
  const texts = Object.entries(next).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const [name, text] = texts.toSorted((left, right) => right[1].length - left[1].length)[0] ?? [];
  if (name === undefined || text === undefined)
    notApplicable("text in positions", "Positions hold no text that could be changed");
  const middle = Math.floor(text.length / 2);
  const other = text[middle] === "A" ? "B" : "A";
  return [
    { ...next, [name]: `${text.slice(0, middle)}${other}${text.slice(middle + 1)}` },
    { ...next, [name]: text.slice(0, -1) },
    { ...next, [name]: "A".repeat(text.length) },
  ];
}

async function refused(context: CheckContext, extra: JsonObject): Promise<void> {
  const exchange: Exchange = await askPage(context, extra);
  if (exchange.status === 400) return;
  const { pagination } = extra;
  const shown = JSON.stringify(isObject(pagination) ? Object.keys(pagination) : pagination);
  unmet(`expected 400 for a position (${shown}) that no page has sent, got ${exchange.status}`);
}
