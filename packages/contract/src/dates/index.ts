export type { DateInterval, DateRange } from "./calendar/date-range.js";
export {
  DateRangeError,
  type DateRangeErrorCode,
  type DateRangeErrorDetails,
  type DateRangeErrorKind,
  isDateRangeError,
} from "./calendar/date-range-error.js";
export type { DateDialect } from "./dialect/date-dialect.js";
export { type FormatDateRangeOptions, formatDateRange } from "./format-date-range.js";
export { type ParseDateRangeOptions, parseDateRange } from "./parse-date-range.js";
export { type ReadFilterDateOptions, readFilterDate } from "./read-filter-date.js";
export { type FilterDays, readFilterDays } from "./read-filter-days.js";
export { type DateRangeSuggestion, suggestDateRanges } from "./suggest-date-ranges.js";
export { type ToWireDateRangeOptions, toWireDateRange, type WireDateRange } from "./wire-date-range.js";
