import {
  date,
  type Http,
  id,
  isConnectorError,
  isWithin,
  type MakeSource,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { byToken } from "../read/by-token.js";
import { issueFields } from "../read/issue-filter.js";
import { type Issue, readIssue, readIssues } from "../read/read-issues.js";
import { issuesSince, periodSince } from "../read/since.js";

/** Members of the changes of an issue that are read. */
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
 * Creates the source of the changes of issues, such as those of their status.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-changelog-bulkfetch-post
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
    key: ["issue_id", "id"],
    sharedFilter: ["projects", "jql"],
    // Jira does not list deleted issues, and its search may be some minutes late.
    changes: { by: "changed", fullEvery: "1 d" },
    async *rows({ http, log, filter, since }) {
      for await (const batch of readIssues(http, issuesSince(filter, since), [])) {
        const isFirst = firstOfEach();
        const isNew = (key: string, row: { readonly changed: string | null }) =>
          isFirst(key) && isWithin(row.changed, periodSince(since));
        try {
          for await (const rows of readChanges(http, batch))
            yield rows.filter((row) => isNew(`${row.issue_id} ${row.id}`, row));
        } catch (error) {
          // One issue that has disappeared makes Jira refuse all of them.
          const left = await existingOf(http, batch, error);
          log.warn("Skipped issues that disappeared while they were read", {
            count: batch.length - left.length,
          });
          for await (const rows of readChanges(http, left))
            yield rows.filter((row) => isNew(`${row.issue_id} ${row.id}`, row));
        }
      }
    },
  });
}

/**
 * Reads the changes of a batch of issues. Jira accepts up to a thousand issues at once, and a page of a search has a
 * hundred.
 */
async function* readChanges(http: Http, batch: readonly Issue[]) {
  if (batch.length === 0) return;
  const keys = new Map(batch.map((issue) => [issue.id, issue.key]));
  const pages = http.pages("api/3/changelog/bulkfetch", {
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
          // The member has the name of a method that every object inherits, so only an own member counts.
          to: Object.hasOwn(item, "toString") ? item.toString : null,
          from_id: item.from,
          to_id: item.to,
        })),
      ),
    );
  }
}

/**
 * Returns the issues that still exist.
 *
 * @throws The error with which Jira refused them if all of them exist, or if it was not a refusal
 */
async function existingOf(http: Http, batch: readonly Issue[], error: unknown): Promise<readonly Issue[]> {
  if (!isConnectorError(error) || error.status !== 400) throw error;
  const left: Issue[] = [];
  for (const issue of batch) {
    if ((await readIssue(http, issue.id, ["created"])) !== undefined) left.push(issue);
  }
  if (left.length === batch.length) throw error;
  return left;
}

function firstOfEach(): (row: string) => boolean {
  const seen = new Set<string>();
  return (row) => seen.size < seen.add(row).size;
}

/** Converts a time to ISO 8601. This list contains milliseconds since 1970, where others contain text. */
function instantOf(created: string | number | null | undefined): string | null {
  if (created === null || created === undefined) return null;
  const time = typeof created === "number" || /^\d+$/.test(created) ? Number(created) : Date.parse(created);
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null;
}
