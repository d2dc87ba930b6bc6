/**
 * Whether one statement of SQL only reads. Functions may do anything, so only those that are known may be called; what is
 * in quotes is data, and what cannot be taken apart is refused.
 */
const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|'')*'|"(?:[^"\\]|"")*"|`[^`\\]*`|[A-Za-z_][\w$]*|\d[\w.]*|[\s\S]/y;
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
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < sql.length; ) {
    const [token] = TOKEN.exec(sql)!;
    // Some take a mark in a comment, a backslash or another kind of quote for more than it is.
    if (/^(?:['"`\\$#\0]|\/\*[!+M][\s\S]*|--\S[\s\S]*)$/.test(token)) return false;
    if (token === "/" && sql[TOKEN.lastIndex] === "*") return false;
    if (!/^(?:\s|--|\/\*)/.test(token)) tokens.push(token.toLowerCase());
  }
  while (tokens.at(-1) === ";") tokens.pop();
  if (!BEGINS.has(tokens[0] ?? "") || tokens.includes(";")) return false;
  return tokens.every(
    (token, at) => !WRITES.has(token) && !(tokens[at + 1] === "(" && /^[a-z_]/.test(token) && !isCall(tokens, at)),
  );
}

/** A name before a parenthesis: a known function, or the name of a query that `with` gives. */
function isCall(tokens: readonly string[], at: number): boolean {
  return CALLS.has(tokens[at]!) && tokens[at - 1] !== ".";
}
