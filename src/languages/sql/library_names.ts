/** Words and functions of SQL that no name of a project is meant by. */

/** All of them, in small letters. */
export const SQL_WORDS: ReadonlySet<string> = new Set(
  ("select from where and or not in exists between like is null as on using join inner outer left right full cross " +
    "lateral values set insert update delete into create table view index procedure function trigger type primary " +
    "foreign key references unique check default constraint varchar char nvarchar nchar text int integer bigint " +
    "smallint tinyint numeric decimal float real double precision date time timestamp datetime interval boolean bool " +
    "bit blob clob varbinary binary varying character json jsonb xml uuid serial money enum array if then else elsif " +
    "elseif case when end begin declare return returns loop while for exit continue raise exception with recursive " +
    "over partition order by group having limit offset fetch union intersect except all any some distinct cast " +
    "convert coalesce nullif greatest least count sum avg min max round floor ceil ceiling abs power sqrt mod length " +
    "len substr substring trim ltrim rtrim upper lower replace concat concat_ws position strpos instr left_ lpad rpad " +
    "to_char to_date to_number to_timestamp now current_date current_time current_timestamp getdate sysdate date_trunc " +
    "extract datepart dateadd datediff date_add date_sub date_format year month day hour minute second row_number rank " +
    "dense_rank ntile lag lead first_value last_value array_agg string_agg group_concat listagg json_agg json_build_object " +
    "jsonb_build_object json_object unnest generate_series isnull ifnull nvl nvl2 decode iif rand random newid " +
    "gen_random_uuid uuid_generate_v4 nextval currval setval identity scope_identity last_insert_id grant revoke commit " +
    "rollback savepoint exec execute call print get diagnostics perform open close cursor language plpgsql sql only " +
    "dual inserted deleted new old excluded next row rows range unbounded preceding following filter within grouping sets " +
    "rollup cube pivot unpivot apply output top percent ties nolock columns tables engine btree hash gin gist include " +
    "generated always stored virtual collate storage tablespace schema database authorization sequence comment column " +
    "add drop alter rename modify change cascade restrict action no temporary temp each statement before after instead of " +
    "regexp_replace regexp_matches split_part md5 encode decode_ format quote_ident quote_literal array_length")
    .split(" "),
);
