/**
 * Functions that only compute. All others are rejected, such as `readfile`, `writefile`, `load_extension`,
 * `fts3_tokenizer`, `sha3_query` and the encryption settings.
 */
const names = `
-> ->> abs acos acosh asin asinh atan atan2 atanh atn2 avg bm25 ceil ceiling changes char charindex coalesce concat
concat_ws cos cosh cot coth count cume_dist current_date current_time current_timestamp date datetime degrees
dense_rank difference exp first_value floor format geopoly_area geopoly_bbox geopoly_blob geopoly_ccw
geopoly_contains_point geopoly_group_bbox geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within
geopoly_xform glob group_concat hex highlight ifnull iif instr json json_array json_array_length json_error_position
json_extract json_group_array json_group_object json_insert json_object json_patch json_quote json_remove
json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object
jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag last_insert_rowid last_value
lead leftstr length like likelihood likely ln log log10 log2 lower lower_quartile ltrim match matchinfo max median min
mod mode nth_value ntile nullif octet_length offsets padc padl padr percent_rank pi pow power printf proper quote
radians random randomblob rank regexp regexpi replace replicate reverse rightstr round row_number rtreedepth rtreenode
rtrim sha3 sign sin sinh snippet soundex sqlite_source_id sqlite_version sqrt square stdev strfilter strftime
string_agg substr substring subtype sum tan tanh time timediff total total_changes trim trunc typeof unhex unicode
unixepoch unlikely upper upper_quartile uuid uuid_blob uuid_str variance vector vector16 vector1bit vector32 vector64
vector8 vector_distance_cos vector_distance_l2 vector_extract vectorb16 zeroblob`;

/** Names of the functions that a statement may call. */
export const allowedFunctions: ReadonlySet<string> = new Set(names.trim().split(/\s+/));
