const skill = "packages/create-wellhead/skills/write-a-connector";
const sdk = "packages/sdk/README.md";

/** Pages of the documentation, and what the messages of faults that they explain have in common. The first one fits. */
const pages: ReadonlyArray<readonly [RegExp, string]> = [
  [/: accounts\b|AccountKind|"accounts"/, `${skill}/references/accounts.md`],
  [/: identify\b|\bIdentity\b/, `${skill}/references/accounts.md`],
  [/: http\.(?:paging|rate)|\bPaging\b/, `${skill}/references/paging.md`],
  [/: http\b|HttpCall|HttpDefinition|\bfetch\b|baseUrl/, `${sdk}#http`],
  [
    /: sources\.[^:]*\.filter\b|StaticListOptions|LiveListOptions|DateRange/,
    `${skill}/references/filters.md`,
  ],
  [/: sources\.[^:]*\.(?:changes|deleted|key)\b/, `${skill}/references/incremental.md`],
  [/: sources\.[^:]*\.(?:fields|rows|columns)\b|is not a column of|^(?:TS\d+: )?The column /, `${sdk}#rows`],
  [/Could not define connector|export default|is not imported|is not exported/, sdk],
  [/has no exported member|Cannot find name|SourceDefinition|MakeSource/, `${sdk}#vocabulary`],
  [/Cannot find (?:module|package)/, `${sdk}#http`],
];

/**
 * Finds the page of the documentation that explains a fault.
 *
 * @param message - The message of the fault
 * @returns The address of the page, for `wellhead docs --open`; empty when none is about it
 */
export function pageOfFault(message: string): string {
  return pages.find(([pattern]) => pattern.test(message))?.[1] ?? "";
}
