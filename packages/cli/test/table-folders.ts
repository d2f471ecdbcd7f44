/** Files of folders that are tables: partitions of every type, names with a meaning, missing and later columns. */
export const tableFiles: Readonly<Record<string, string>> = {
  "tables/log/day=2024-01-31/part=a%2Fb/1.csv": "id,word,amount\n1,x,1.50\n2,,2\n",
  "tables/log/day=2024-01-31/part=a%2Fb/2.csv": "word,id\ny,3\n",
  "tables/log/day=2024-02-01/part=__HIVE_DEFAULT_PARTITION__/1.csv":
    "id,word,amount,late\n4,z,0.1,2024-05-06\n",
  "tables/log/day=2024-02-02/part=its own/1.csv": "id,word,amount\n",
  "tables/lines/n=01/a.ndjson": '{"id":1,"at":"2024-01-31","t":"x"}\n{"id":2,"at":null,"t":"y"}\n',
  "tables/lines/n=12/b.ndjson": '{"t":"z","id":3}\n',
  "tables/mixed/n=1/a.ndjson": '{"id":1,"x":"text"}\n',
  "tables/mixed/n=2/a.ndjson": '{"id":2,"x":12}\n',
  // Each file shows another type, or another form of it, from which that of the table follows.
  "tables/forms/n=1/a.csv":
    "id,day,at,flag,size\n1,2024-01-31,2024-01-31 10:00,true,1\n2,2024-02-29,,false,+2\n",
  "tables/forms/n=2/a.csv":
    "id,day,at,flag,size\n3,2024-03-01 10:11,2024-02-29T23:59:59.5,TRUE,0.5\n4,,,False,1e5\n",
  "tables/forms/n=3/a.csv": 'id;day;at;flag;size\n5;"x;y";2024-03-01T10:11:12.123456;True;-3\n6;;;;\n',
  "tables/days/n=1/a.ndjson": '{"id":1,"day":"2024-01-31","at":"2024-01-31T10:00:00"}\n',
  "tables/days/n=2/a.ndjson": '{"id":2,"day":"2024-02-01T00:00:00","at":"2024-01-31 10:00:00.25"}\n',
  // The rows of files with the same columns follow each other.
  "tables/orders/n=1/a.csv": "id,word\n1,a\n2,b\n",
  "tables/orders/n=2/a.csv": "word,id\nc,3\n",
  "tables/orders/n=3/a.csv": "id,word\n4,d\n",
  "tables/orders/n=4/a.csv": "word,id\ne,5\n",
  "tables/widths/.table.json": '{"fileColumn":"origin"}',
};

/** Parquet files of such folders, as SQL. */
export const tableQueries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, month) => [
      `tables/sales/year=${2023 + Math.floor(month / 12)}/month=${String(1 + (month % 12)).padStart(2, "0")}/part.parquet`,
      `SELECT i + ${month * 300} AS id, 'r' || i % 4 AS region, (i * 7 % 100)::DECIMAL(8, 2) / 4 AS amount, DATE '2024-01-01' + i::INTEGER AS day${month % 5 === 0 ? ", i * 2 AS extra" : ""} FROM range(${month % 7 === 3 ? 0 : 300}) t(i)`,
    ]),
  ),
  "tables/widths/a/1.parquet": "SELECT 1::TINYINT AS n, 1.5 AS d, 'a' AS \"Word\"",
  "tables/widths/a/2.parquet": "SELECT 70000::INTEGER AS N, 'b' AS word",
  "tables/widths/b/3.parquet": "SELECT 9223372036854775807 AS n, NULL::DECIMAL(2, 1) AS d",
};
