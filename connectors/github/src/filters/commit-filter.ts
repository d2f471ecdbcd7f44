import { type DateRange, dateRange, type Field, text } from "@wellhead/sdk";
import { type RepositoryFields, repositoryFilter } from "./repository-filter.js";

/** Fields for commits. */
export interface CommitFields extends RepositoryFields {
  readonly branch: Field<string | undefined>;
  readonly committed: Field<DateRange | undefined>;
}

/**
 * Creates the fields for choosing commits: repositories, where to start, and a period.
 *
 * @returns The fields
 */
export function commitFilter(): CommitFields {
  return {
    ...repositoryFilter(),
    branch: text({
      title: "Branch",
      description: "Or a commit to start from. Empty: the main branch",
      optional: true,
    }),
    committed: dateRange({ title: "Committed", optional: true }),
  };
}
