/** A suggested expression, and its meaning in words. */
export interface DateRangeSuggestion {
  /** An expression of the v2 date range grammar. */
  readonly value: string;
  /** Its meaning, for the person who chooses. */
  readonly title: string;
}

const suggestions: readonly DateRangeSuggestion[] = [
  { value: "TODAY", title: "The whole of today" },
  { value: "YESTERDAY", title: "The whole of yesterday" },
  { value: "THIS WEEK", title: "Monday to Sunday of the current week, days to come included" },
  { value: "THIS MONTH", title: "The current calendar month, to its last day" },
  { value: "THIS QUARTER", title: "The current quarter, to its last day" },
  { value: "THIS YEAR", title: "1 January to 31 December of the current year" },
  { value: "LAST 90 DAYS", title: "Ninety days, of which today is the last" },
  { value: "PREVIOUS WEEK", title: "Monday to Sunday of the week before this one" },
  { value: "PREVIOUS MONTH", title: "The calendar month before this one" },
  { value: "PREVIOUS QUARTER", title: "The quarter before this one" },
  { value: "PREVIOUS YEAR", title: "The calendar year before this one" },
  { value: "PREVIOUS 6 WEEKS", title: "Six full weeks, up to last Sunday" },
  { value: "PREVIOUS 6 MONTHS", title: "Six full calendar months, up to the end of last month" },
  { value: "PREVIOUS 2 QUARTERS", title: "Two full quarters, up to the end of last quarter" },
  { value: "PREVIOUS 3 YEARS", title: "Three full calendar years, up to last 31 December" },
  { value: "BETWEEN MONTH AGO AND TODAY", title: "From the first day of last month to the end of today" },
  {
    value: "BETWEEN 6 QUARTERS AGO AND 2 MONTHS AGO",
    title: "From the first day of the sixth quarter back until just before the second month back begins",
  },
  { value: "BETWEEN 1 January 2016 AND TODAY", title: "From a fixed date to the end of today" },
];

/**
 * Returns the expressions to suggest for an empty date range field.
 *
 * @returns Eighteen suggestions, the simplest first. Every value is an expression of the v2 grammar
 */
export function suggestDateRanges(): readonly DateRangeSuggestion[] {
  return suggestions;
}
