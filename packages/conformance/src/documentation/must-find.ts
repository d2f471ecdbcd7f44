/** A family of faults of real connectors, the requirements that find it, and planted servers that have it. */
export interface FaultFamily {
  readonly family: string;
  /** Ids of the requirements that report it. */
  readonly requirements: readonly string[];
  /** Names of planted servers. */
  readonly planted: readonly string[];
}

function family(name: string, requirements: string, planted: string): FaultFamily {
  return { family: name, requirements: requirements.split(" "), planted: planted.split(" ") };
}

/** Faults that lose data, show wrong data or are a security hole, and that a status alone does not reveal. */
export const faultFamilies: readonly FaultFamily[] = [
  family(
    "Options ignore the value they depend on",
    "datalist.follows datalist.belongs",
    "dependent-ignored dependent-reversed repositories_of_all options-cached member-of-other-team",
  ),
  family("Options that rows have are missing", "datalist.complete sync-forms.complete", "options-half"),
  family(
    "A filter is declared and ignored",
    "filters.chosen filters.flag filters.number filters.text filters.combined",
    "list-ignored static-list-ignored bool-ignored number-ignored text-ignored or-instead-of-and first-filter-only",
  ),
  family(
    "Of several values only one is used",
    "filters.several-chosen",
    "multi-ignored multi-first-only multi-last-only labels_string several_all several-refused several-rows-twice",
  ),
  family("With a filter rows are missing", "filters.chosen filters.flag", "filtered-cut state_case"),
  family("A single day is ignored", "dates.day-used", "single-day-ignored single_date_dropped"),
  family(
    "A range loses its last or its first day, or an end",
    "dates.last-day dates.one-day dates.from dates.until dates.open-end",
    "max-day-lost max_appended first-day-lost date-max-ignored date-min-ignored ends-swapped null-end-is-epoch years-only",
  ),
  family(
    "Rows are sent twice, or half of them",
    "data.once data.everything data.whole data.readable",
    "rows-twice page-twice page_overlap default-limit hundred_only half-list-cut half_array connection-cut page-border-lost",
  ),
  family("Declared columns that no row has", "data.columns-sent", "column-never-sent column-other-case"),
  family("A source returns the rows of another", "data.source-rows", "second-source-same owners_gone"),
  family(
    "A value chooses a file of the server",
    "security.files",
    "path-from-filter path-from-source open_file",
  ),
  family(
    "A value changes a query",
    "security.queries security.special-characters security.sign-in-query",
    "sql-injection-list sql-injection-text sql-injection-datalist sql-injection-login number-in-query source-in-query",
  ),
  family(
    "Names of built-in members are taken for users, sources or kinds",
    "validate.inherited-names data.inherited-source security.merged-prototype",
    "constructor-kind constructor-source-500 polluted",
  ),
  family(
    "Pieces of a secret in errors, names and rows",
    "security.secret-pieces security.secret-errors security.name-pieces security.secret-rows",
    "token-in-date-error token-piece-in-error token-piece-in-name basic-in-error basic_header user_in_name secret-in-rows",
  ),
  family(
    "A secret in an address",
    "oauth2.redirect-secret oauth2.url-secret",
    "client-secret-in-redirect secret-in-token-address token-in-address",
  ),
  family(
    "The expiry has a wrong form or a wrong time",
    "oauth2.expires-on",
    "expiry-seconds expiry-no-zone expiry-too-early expiry-epoch-text expiry_day",
  ),
  family(
    "The refresh token is dropped, or the spent one returned",
    "oauth2.refresh-given oauth2.refresh-token",
    "refresh-token-dropped refresh-token-spent refresh-token-never-given refresh_drops refresh_spent",
  ),
  family(
    "An account is returned or accepted without being tried",
    "oauth2.tries-account validate.refuses validate.needs-fields validate.needs-secret",
    "account-unvalidated code-not-exchanged validate-always validate-only-shape key_begins sign-in-without-kind",
  ),
  family(
    "POST /validate never asks the provider",
    "oauth2.asks-third-party oauth1.asks-third-party",
    "oauth-validate-never-asks identity-cached",
  ),
  family(
    "After a refresh, the old token is checked or returned",
    "oauth2.tries-new-token oauth2.refresh oauth2.refresh-rows",
    "refresh-checks-old refresh-unchecked old-token-answered no-refresh never_refreshed rows-of-first-token",
  ),
  family(
    "client_id is undefined, None, empty or an object",
    "oauth2.filled-in",
    "client-id-undefined client_none client-id-empty client-id-object",
  ),
  family("POST / is absent", "data.answers", "post-missing post-204"),
  family(
    "One caller gets data that belongs to another",
    "data.apart filters.forgotten data.refuses datalist.refuses",
    "rows-of-other-request filter-leaks cache-without-filter cache-without-account options-without-account second-user",
  ),
];

/**
 * Formats the families as a table.
 *
 * @returns Markdown
 */
export function faultFamilyTable(): string {
  const lines = faultFamilies.map(({ family: name, requirements, planted }) => {
    const links = requirements.map((id) => `[${id}](is-my-connector-right.md#${id})`).join(", ");
    return `| ${name} | ${links} | ${planted.map((id) => `\`${id}\``).join(", ")} |`;
  });
  return ["| fault | requirements that report it | planted servers |", "| --- | --- | --- |", ...lines].join(
    "\n",
  );
}
