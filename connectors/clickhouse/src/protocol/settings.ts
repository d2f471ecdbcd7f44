/** Settings of a statement, by name. */
export type Settings = Readonly<Record<string, string>>;

/** Memory in bytes for the text of a statement, which may have many values. */
const maxQueryBytes = String(64 * 2 ** 20);
const maxElements = "10000000";

/**
 * Settings that decide which rows are sent and in which form, as this connector needs them. A server has those of its
 * version. `throw` turns a limit at which rows would silently be left out into an error.
 *
 * @see ClickHouse, "Session Settings" and "Format Settings"
 */
export const neededSettings: Settings = {
  output_format_json_quote_64bit_integers: "0",
  output_format_json_quote_64bit_floats: "0",
  output_format_json_quote_decimals: "0",
  output_format_json_quote_denormals: "0",
  output_format_json_escape_forward_slashes: "0",
  output_format_json_named_tuples_as_objects: "1",
  output_format_json_skip_null_value_in_named_tuples: "0",
  output_format_json_map_as_array_of_tuples: "0",
  output_format_json_array_of_rows: "0",
  output_format_json_validate_utf8: "0",
  output_format_json_pretty_print_indent: "",
  output_format_decimal_trailing_zeros: "1",
  output_format_always_write_decimal_point_in_float_and_decimal: "0",
  output_format_float_precision: "0",
  output_format_trim_fixed_string: "0",
  interval_output_format: "numeric",
  date_time_output_format: "iso",
  date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands: "0",
  session_timezone: "UTC",
  http_write_exception_in_output_format: "0",
  wait_end_of_query: "0",
  asterisk_include_alias_columns: "0",
  asterisk_include_materialized_columns: "0",
  asterisk_include_virtual_columns: "0",
  send_progress_in_http_headers: "0",
  describe_compact_output: "0",
  describe_include_subcolumns: "0",
  describe_include_virtual_columns: "0",
  dialect: "clickhouse",
  discard_query_data: "0",
  extremes: "0",
  limit: "0",
  offset: "0",
  skip_unavailable_shards: "0",
  partial_result_on_first_cancel: "0",
  max_query_size: maxQueryBytes,
  max_ast_elements: maxElements,
  max_expanded_ast_elements: maxElements,
  read_overflow_mode: "throw",
  read_overflow_mode_leaf: "throw",
  timeout_overflow_mode: "throw",
  timeout_overflow_mode_leaf: "throw",
  result_overflow_mode: "throw",
  sort_overflow_mode: "throw",
  set_overflow_mode: "throw",
  join_overflow_mode: "throw",
  transfer_overflow_mode: "throw",
  distinct_overflow_mode: "throw",
  group_by_overflow_mode: "throw",
};

/** Settings whose values a server does not show, because it has applied them to the statement that asks for them. */
const hiddenSettings: ReadonlySet<string> = new Set(["limit", "offset"]);

/** The user may change no setting. */
export const lockedMode = "1";
/** The user may change settings and call table functions that read files, and may not write. */
export const readingMode = "2";
/** The user may write. */
const writingMode = "0";
/** Name of the setting that says whether a user may write and change settings. */
export const modeSetting = "readonly";
/** Name of the setting that makes servers write times as ISO 8601. Servers before 20.12 lack it. */
export const isoSetting = "date_time_output_format";

/**
 * Returns the settings to send with each statement of a session.
 *
 * @param known - The server's settings and their values for the user
 * @returns Those that differ from what is needed, or may do so. A user who may write is restricted to reading.
 */
export function settingsFor(known: ReadonlyMap<string, string>): Settings {
  const different = Object.entries(neededSettings).filter(
    ([name, value]) => known.has(name) && (known.get(name) !== value || hiddenSettings.has(name)),
  );
  const mode = known.get(modeSetting) === writingMode ? { [modeSetting]: "1" } : {};
  return { ...Object.fromEntries(different), ...mode };
}
