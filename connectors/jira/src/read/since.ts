import { changedFrom, type DateRange } from "@wellhead/sdk";
import type { IssueFilter } from "./issue-filter.js";

/**
 * Returns the filter for the issues of which something has changed since an instant. A change of what belongs to an issue,
 * such as a comment, is an update of the issue, too.
 *
 * @param filter - The filter
 * @param since - The instant; `undefined` for all issues
 * @returns The filter
 */
export function issuesSince<Filter extends IssueFilter>(filter: Filter, since: string | undefined): Filter {
  return { ...filter, updated: changedFrom(filter.updated, since) };
}

/**
 * Returns the period in which what belongs to an issue must have changed.
 *
 * @param since - Its start; `undefined` for any period
 * @returns The period
 */
export function periodSince(since: string | undefined): DateRange | undefined {
  return since === undefined ? undefined : { min: since };
}
