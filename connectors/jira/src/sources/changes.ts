import { date, type Http, id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { byToken } from "../read/by-token.js";
import { issueFields } from "../read/issue-filter.js";
import { type Issue, readIssues } from "../read/read-issues.js";

/** What is read of the changes of an issue. */
const issueChangesShape = shape.object({
  issueId: shape.required(shape.text),
  changeHistories: shape.list(
    shape.object({
      id: shape.required(shape.text),
      author: shape.object({ displayName: shape.text }),
      created: shape.id,
      items: shape.list(
        shape.object({
          field: shape.text,
          fieldtype: shape.text,
          from: shape.text,
          fromString: shape.text,
          to: shape.text,
          toString: shape.text,
        }),
      ),
    }),
  ),
});

/**
 * Makes the source of what was changed of issues, such as their status.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-changelog-bulkfetch-post
 */
export function changes<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Changes",
    description: "What was changed of issues, by whom and when",
    filter: issueFields(),
    fields: {
      id: id(),
      issue_id: text(),
      issue_key: text(),
      changed: date(),
      author: text(),
      field: text(),
      kind: text({ description: "jira or custom" }),
      from: text(),
      to: text(),
      from_id: text(),
      to_id: text(),
    },
    async *rows({ http, filter }) {
      for await (const batch of readIssues(http, filter, [])) yield* readChanges(http, batch);
    },
  });
}

/** Jira takes up to a thousand issues at once; a page of a search has a hundred. */
async function* readChanges(http: Http, batch: readonly Issue[]) {
  const keys = new Map(batch.map((issue) => [issue.id, issue.key]));
  const pages = http.pages("changelog/bulkfetch", {
    json: { issueIdsOrKeys: [...keys.keys()] },
    shape: issueChangesShape,
    items: "issueChangeLogs",
    paging: byToken(),
  });
  for await (const logs of pages) {
    yield logs.flatMap(({ issueId, changeHistories }) =>
      (changeHistories ?? []).flatMap(({ id: key, author, created, items }) =>
        (items ?? []).map((item, index) => ({
          id: `${key}-${index}`,
          issue_id: issueId,
          issue_key: keys.get(issueId),
          changed: instantOf(created),
          author: author?.displayName,
          field: item.field,
          kind: item.fieldtype,
          from: item.fromString,
          // The name of the member is that of a method every object has, so it may only be its own.
          to: Object.hasOwn(item, "toString") ? item.toString : null,
          from_id: item.from,
          to_id: item.to,
        })),
      ),
    );
  }
}

/** This list has milliseconds since 1970 where the others have text. */
function instantOf(created: string | number | null | undefined): string | null {
  if (created === null || created === undefined) return null;
  const time = typeof created === "number" || /^\d+$/.test(created) ? Number(created) : Date.parse(created);
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null;
}
