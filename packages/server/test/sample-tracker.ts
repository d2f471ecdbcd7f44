import {
  bool,
  type Connector,
  date,
  defineConnector,
  id,
  list,
  none,
  number,
  relation,
  text,
  token,
  userRelation,
} from "@wellhead/sdk";

/** Milliseconds of an hour. */
export const hour = 3_600_000;
/** The time at which the first issue was updated. Each other one was updated an hour before the one before it. */
export const began = Date.parse("2026-03-04T05:06:07Z");

/** A row of the source `issues`. */
export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly open: boolean;
  readonly project: string;
  readonly updated: string;
}

/** The rows of the source `issues`. */
export const issues: readonly Issue[] = Array.from({ length: 25 }, (_, index) => ({
  number: index + 1,
  title: `Task ${index + 1}`,
  open: index % 2 === 0,
  project: index < 20 ? "p1" : "p2",
  updated: new Date(began - index * hour).toISOString(),
}));

/** When rows that are gone were deleted, by key. */
const deletedAt: Readonly<Record<number, number>> = { 100: began - hour, 101: began - 48 * hour };

/** @returns A connector with what only a synchronizing platform uses: changes, deletions, a composite key, relations */
export function tracker(): Connector {
  return defineConnector({
    id: "tracker",
    name: "Tracker",
    version: "1",
    description: "Issues",
    accounts: { none: none(), token: token() },
    sources: (source) => ({
      issues: source({
        name: "Issues",
        description: "What is to be done",
        default: true,
        filter: { project: list({ optional: true, choices: ["p1", "p2"] }) },
        fields: {
          number: id(),
          title: text({ subType: "title" }),
          name: text({ title: "Short name" }),
          open: bool(),
          project: relation({ to: "projects", reverse: "Issues" }),
          assignee: userRelation({ by: "email", reverse: "Assigned issues" }),
          updated: date(),
          due: date({ subType: "day" }),
        },
        changes: { by: "updated", lookback: "2 h", fullEvery: "365 d" },
        async *rows({ filter, since }) {
          const found = issues.filter(
            (issue) =>
              (filter.project === undefined || issue.project === filter.project) &&
              (since === undefined || issue.updated >= since),
          );
          for (let from = 0; from < found.length; from += 4)
            yield found.slice(from, from + 4).map((issue) => ({
              ...issue,
              number: String(issue.number),
              name: `#${issue.number}`,
              assignee: "ada@example.org",
              due: "2026-03-04",
            }));
        },
        deleted: ({ since }) =>
          Object.entries(deletedAt)
            .filter(([, at]) => at >= Date.parse(since))
            .map(([key]) => ({ number: key })),
      }),
      projects: source({
        name: "Projects",
        key: ["owner", "code"],
        isUser: false,
        fields: { owner: text(), code: text(), budget: number() },
        rows: () => [
          { owner: "a", code: "p1", budget: 12345678901234567890n },
          { owner: "a", code: "p2", budget: null },
        ],
      }),
      log: source({ name: "Log", fields: { line: text() }, rows: () => [{ line: "x" }] }),
    }),
  });
}
