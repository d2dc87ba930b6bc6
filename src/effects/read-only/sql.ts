/** True if an SQL statement only reads. A function may do anything, so only known ones are allowed. */
import { readSql, type Statement } from "../services/read-sql.js";
import { statementLoss } from "../services/sql.js";

const BEGINS = new Set(["select", "show", "describe", "desc", "explain", "with", "summarize"]);
const WRITES = new Set(
  "into insert update delete merge upsert drop create alter truncate grant revoke copy unload call do execute exec prepare set reset lock vacuum analyze reindex refresh load attach detach pragma import export install begin commit rollback savepoint handler rename optimize repair kill shutdown flush purge use declare cursor fetch notify listen checkpoint cluster comment security discard outfile dumpfile put remove".split(
    " ",
  ),
);
const CALLS = new Set(
  "abs any array array_agg array_length avg bool_and bool_or cast ceil ceiling char_length coalesce concat concat_ws convert count cume_dist current_database current_date current_schema current_setting current_time current_timestamp current_user database date date_add date_format date_part date_sub date_trunc datetime datediff day dense_rank exists extract first_value floor format format_type from_unixtime generate_series getdate greatest group_concat grouping hex hour if ifnull iif in inet_ntoa instr int isnull json_agg json_array json_array_length json_build_object json_extract json_group_array json_object jsonb_agg jsonb_array_elements jsonb_build_object jsonb_object_keys julianday lag last_value lead least left len length ln log lower lpad ltrim max md5 median min minute mod month now nth_value ntile nullif numeric nvl obj_description over partition percent_rank percentile_cont percentile_disc pg_database_size pg_get_constraintdef pg_get_functiondef pg_get_indexdef pg_get_viewdef pg_indexes_size pg_relation_size pg_size_pretty pg_table_size pg_total_relation_size position pow power printf quarter random rank regexp_matches regexp_replace repeat replace reverse right round row_number row_to_json rpad rtrim second sign split_part sqrt stddev strftime string_agg strpos substr substring sum sysdate table_name time timestamp timestampdiff to_char to_date to_timestamp total trim trunc typeof unix_timestamp unixepoch unnest upper user values varchar variance version week width_bucket year and or not as on using where when then else from join select distinct filter within by all some union except intersect having limit offset between like ilike is with recursive materialized lateral array decimal char text date_diff".split(
    " ",
  ),
);

export function sqlOnlyReads(sql: string): boolean {
  const { readings, certain } = readSql(sql);
  const [statement = [], ...others] = readings[0]!;
  if (!certain || others.length > 0 || !BEGINS.has(statement[0]?.text ?? "")) return false;
  return statementLoss(statement) === undefined && statement.every((_, at) => isHarmless(statement, at));
}

/** A parenthesis follows a known function, or the name of a `with` query. */
function isHarmless(statement: Statement, at: number): boolean {
  const { type, text } = statement[at]!;
  if (WRITES.has(text)) return false;
  if (statement[at + 1]?.text !== "(" || type === "number" || type === "mark") return true;
  return CALLS.has(text) && statement[at - 1]?.text !== ".";
}
