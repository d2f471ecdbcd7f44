import { dateRange, highlightText } from "@wellhead/sdk";

/** The form in which a person writes a query; `readQuery` reads it. */
export const queryForm = {
  sql: highlightText({
    title: "SQL query",
    description:
      "One SELECT. {{from}} and {{to}} are the bounds of the period in UTC, other {{names}} come from the values",
    editorMode: "sql",
  }),
  period: dateRange({ title: "Period", description: "Bound to {{from}} and {{to}}", optional: true }),
  parameters: highlightText({
    title: "Values",
    description: 'A JSON object such as {"country": "NL"}, bound to {{country}}',
    editorMode: "json",
    optional: true,
  }),
};

/** Values of the query form. */
export interface QueryFilter {
  readonly sql: string;
  readonly period: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters: string | undefined;
}
