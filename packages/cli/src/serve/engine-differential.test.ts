import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { clickhouseEngine } from "@wellhead/clickhouse";
import { bucketConnector, filesConnector } from "@wellhead/files";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filtersOf } from "../../test/column-filters.js";
import { bucket, startStorage } from "../../test/start-storage.js";
import { tableFiles, tableQueries } from "../../test/table-folders.js";

// `npm run proof clickhouse` starts a server with a current engine. Nothing of it is part of `npm test`.
const port = process.env["WELLHEAD_CURRENT_CLICKHOUSE"];
const connection = `clickhouse://reader:secret@127.0.0.1:${port}/default?sslmode=disable`;
const samples = resolve(import.meta.dirname, "../../../../samples");

/** What is different, and why. Every other file must have the same bytes of rows, or be read by the service itself. */
const different: Readonly<Record<string, string>> = {
  blank: "ClickHouse takes an empty line among rows of CSV as a row without cells, and refuses it",
  early: "ClickHouse has no days before 1900 in a Parquet column of dates, and refuses them",
};
/** Sources that ClickHouse must read, so that the comparison is not one of the service with itself. */
const remote = [
  "bom crlf emptytext floats header-only letters lines long many names nl noend noheader nul nulls nulltext old pipe plain",
  "quotes scalars semi sorted space_name tabs text-in-lines unicode wide zeros zipped tea-orders energy-mix weather-stations",
  "tables/sales tables/log tables/lines tables/widths tables/forms tables/orders",
]
  .join(" ")
  .split(" ");

const letters = Array.from({ length: 300 }, (_, index) => `c${index}`);
const files: Readonly<Record<string, string | Buffer>> = {
  "nulls.csv": 'a,b,c\n\\N,"",x\n,"\\N",y\n NULL , x ,"  z  "\nnull,NULL,\n',
  "quotes.csv": 'a,b\n"x""y","line\nbreak"\n"cr\r\nlf",\'single\'\n"",""\nplain,"com,ma"\n',
  "blank.csv": "a,b\n1,2\n\n3,4\n\n",
  "bom.csv": "\uFEFFa,b\n1,x\n2,y\n",
  "crlf.csv": 'a,b\r\n1,x\r\n2,"y\r\n"\r\n',
  "noend.csv": "a,b\n1,x\n2,y",
  "ragged.csv": "a,b\n1\n2,3,4\n",
  "emptynumber.csv": 'a,b,c\n1,"",true\n,2.5,FALSE\n"",,""\n-9223372036854775808,0.1,True\n',
  "emptytext.csv": 'a,b\n1,""\n2,x\n3,\n',
  "zeros.csv": "a,b\n007,+1\n1,2\n",
  "floats.csv":
    "a,b\n0.123456789012345,1\n-0.000001,2\n999999999999999,3\n123456789.123456,4\n12.50,5\n0.1,6\n2.3,7\n",
  "old.csv":
    "d,t,u\n0001-01-01,1850-02-03 04:05,x\n9999-12-31,9999-12-31T23:59:59.123456,y\n1969-07-20,1969-07-20 20:17:40.1,z\n2024-02-29,2024-02-29 12:00:00.120,v\n",
  "zoned.csv": "t,x\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:00+02:00,2\n",
  "names.csv": '"a b","`tick","back\\slash","A B","ünï","it\'s"\n1,2,3,4,5,6\n',
  "reserved.csv": "wellhead_0,__proto__,x\n1,2,3\n",
  "semi.csv": 'a;b\n1;"x;y"\n2;z\n',
  "pipe.csv": 'a|b\n1|"x|y"\n2|z\n',
  "single.csv": "a\n1\n\n2\n",
  "noheader.csv": "1,2\n3,4\n5,6\n",
  "title.csv": "Report\n\na,b\n1,2\n3,4\n",
  "header-only.csv": "a,b\n",
  "wide.csv": `${letters.join(",")}\n${letters.map((_, index) => index).join(",")}\n`,
  "tabs.tsv": 'a\tb\n x \t"y\tz"\n\t1\n',
  "long.csv": `a,b\n1,"${"x".repeat(1_000_000)}"\n2,y\n`,
  "many.csv": `id,word,day,part\n${Array.from(
    { length: 20_000 },
    (_, index) =>
      `${index},v${(index * 7919) % 100_003},2024-01-${String(1 + (index % 28)).padStart(2, "0")},${index / 8}\n`,
  ).join("")}`,
  "unicode.csv": 'a,b\n"é😀\u2028\u2029","\u0001\u007F"\n=1+1,@x\n',
  "nul.csv": 'a,b\n"x\0y",1\n',
  "bad-utf8.csv": Buffer.from("612c620afffe2c310a", "hex"),
  "plain.ndjson":
    '{"a":1,"b":"x","c":1.5,"d":true}\n{"a":null,"c":-0.1}\n\n{"b":"\\u00e9\\ud83d\\ude00\\n","a":9223372036854775807}\n',
  "text-in-lines.ndjson":
    '{"t":"2024-01-01","m":"2024-01-01T10:00:00","i":1}\n{"t":"1800-01-01","m":"1800-01-01T10:00:00.5","i":2}\n',
  "mixed.ndjson": '{"a":1,"b":"x"}\n{"a":"two","b":"y"}\n',
  "large-numbers.ndjson": '{"a":18446744073709551616,"b":1}\n{"a":1,"b":2}\n',
  "small-numbers.ndjson": '{"a":0.1,"b":1}\n{"a":1e400,"b":2}\n',
  "lines.ndjson": '{"a b":1,"`t":"x","back\\\\slash":"q"}\n',
  "nested.ndjson": '{"a":{"b":1},"c":[1,2]}\n',
  "nulltext.ndjson": '{"a":"null","b":null}\n{"a":"","b":"NULL"}\n',
  "nl.ndjson": '{"a":"x\\ny","b":"tab\\t","c":"\\u0000"}\r\n{"a":"z","b":"\\/","c":"q"}\r\n',
  "glob{1,2}.csv": "a,b\n1,2\n",
  "quo'te.csv": "a,b\n1,2\n",
  "space_name.csv": "a,b\n1,2\n",
  "letters.csv": `x,y\n${"a,b\n".repeat(50)}`,
  "sorted.csv": `x,y\n${Array.from({ length: 500 }, (_, index) => `${499 - index},${index % 3}\n`).join("")}`,
  "zipped.csv": "a,b\n1,x\n2,y\n",
  "empty.csv": "",
};

const scalars = `SELECT * FROM (VALUES
  (1::TINYINT, 255::UTINYINT, 9223372036854775807, 18446744073709551615::UBIGINT, 1.5::FLOAT, 'nan'::DOUBLE, 12.50::DECIMAL(12,2), true, 'é''"\\' || chr(10), DATE '2024-02-29', TIMESTAMP '2024-02-29 12:34:56.123456', TIMESTAMPTZ '2024-02-29 12:34:56.5+00', '\\xFF'::BLOB, 12345678901234567890123456.789012345678::DECIMAL(38,12)),
  (-1, 0, -9223372036854775808, 0, 'inf', 1e300, -0.01, false, '', DATE '1900-01-01', TIMESTAMP '0001-01-01 00:00:00', TIMESTAMPTZ '1900-01-01 00:00:00.000001+00', ''::BLOB, 0),
  (NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
  (0, 7, 0, 1, 0.1, 0.1, 0, true, 'x', DATE '2299-12-31', TIMESTAMP '9999-12-31 23:59:59.999999', TIMESTAMPTZ '2024-02-29 12:34:56.501+00', NULL, -0.000000000001)
) t(ti, ut, bi, ub, fl, db, de, bo, tx, da, ts, tz, bl, dd)`;
const early = "SELECT DATE '0001-01-01' AS da, 1 AS x";
const lists = "SELECT [1, NULL] AS l, NULL::INTEGER[] AS n, {'a': 1} AS s, TIME '10:00:00' AS t, 1 AS x";

let folder = "";
let apps: { readonly local: App; readonly cluster: App };
let descriptions: ReadonlyMap<string, string>;

interface Outcome {
  readonly status: number;
  readonly body: string;
}

async function read(app: App, body: object, accept = "application/json"): Promise<Outcome> {
  const answer = await app.fastify.inject({ method: "POST", url: "/", payload: body, headers: { accept } });
  // ClickHouse escapes these separators of lines, and writes no plus sign before an exponent: both are the same JSON.
  const text = answer.body
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll(/(?<=\de)\+(?=\d)/g, "");
  return { status: answer.statusCode, body: text.replace(/"requestId":"[^"]*"/, "") };
}

async function expectSame(source: string, more: object = {}): Promise<Outcome> {
  const request = { source, ...more };
  const expected = await read(apps.local, request);
  const found = await read(apps.cluster, request);
  expect(found, JSON.stringify(request)).toEqual(expected);
  return expected;
}

/** A machine that is busy must not end a comparison. */
const limits = {
  answerTimeout: 120_000,
  batchTimeout: 120_000,
  maxEventLoopDelay: 60_000,
  maxLoopHold: 0,
  maxQueueDelay: 60_000,
  drainDelay: 0,
};

async function serve(engine?: ReturnType<typeof clickhouseEngine>): Promise<App> {
  return createApp({
    connectors: [filesConnector({ path: folder, ...(engine && { engine }) })],
    logger: false,
    limits,
  });
}

async function describedSources(app: App): Promise<ReadonlyMap<string, string>> {
  const { sources } = JSON.parse((await app.fastify.inject({ url: "/" })).body) as {
    readonly sources: ReadonlyArray<{ readonly id: string; readonly description: string }>;
  };
  return new Map(sources.map(({ id, description }) => [id, description]));
}

describe.skipIf(port === undefined)("files read by ClickHouse and by the service itself", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wellhead-engine-"));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    execFileSync("gzip", [join(folder, "zipped.csv")]);
    execFileSync("sh", [
      "-c",
      `cp ${samples}/*.csv ${samples}/*.tsv ${samples}/*.parquet ${samples}/*.ndjson ${samples}/*.xlsx ${folder}`,
    ]);
    const duckdb = await (await DuckDBInstance.create()).connect();
    await duckdb.run("SET TimeZone = 'UTC'");
    for (const [name, sql] of Object.entries({ scalars, early, lists }))
      await duckdb.run(`COPY (${sql}) TO '${join(folder, name)}.parquet' (FORMAT parquet)`);
    for (const [name, content] of Object.entries(tableFiles)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    for (const [name, sql] of Object.entries(tableQueries)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      await duckdb.run(`COPY (${sql}) TO '${join(folder, name)}' (FORMAT parquet)`);
    }
    configureEgress({ allow: "127.0.0.1/32:*" });
    apps = { local: await serve(), cluster: await serve(clickhouseEngine({ connection })) };
    descriptions = await describedSources(apps.cluster);
  }, 120_000);
  afterAll(async () => {
    await apps.local.close();
    await apps.cluster.close();
    rmSync(folder, { recursive: true });
  });

  it("have the same sources, with the same columns and filters", async () => {
    const local = await describedSources(apps.local);
    expect([...descriptions.keys()]).toEqual([...local.keys()]);
    for (const source of local.keys()) {
      const schema = async (app: App) =>
        (
          await app.fastify.inject({
            method: "POST",
            url: "/schema",
            payload: { source, account: {} },
          })
        ).body;
      expect(await schema(apps.cluster)).toBe(await schema(apps.local));
    }
  });

  it("are read by ClickHouse where both read alike, and the description says so", () => {
    // The files of a table are sources, too.
    const known = [...descriptions].filter(([id]) => !/^tables\/[^/]+\//.test(id));
    const found = known.flatMap(([id, description]) =>
      description.includes("read by ClickHouse at 127.0.0.1") ? [id] : [],
    );
    expect(found.toSorted()).toEqual([...remote, ...Object.keys(different)].toSorted());
    const others = known.filter(([id]) => !found.includes(id));
    for (const [, description] of others)
      expect(description).toMatch(/read by the service itself|Cannot be read/);
  });

  it("have the same rows in every format", { timeout: 300_000 }, async () => {
    for (const source of descriptions.keys()) {
      if (Object.hasOwn(different, source)) continue;
      await expectSame(source);
      for (const [skip, limit] of [
        [0, 1],
        [1, 2],
        [2, 0],
        [299, 3],
        [301, 700],
        [19_998, 5],
      ])
        await expectSame(source, { skip, limit });
      for (const accept of ["text/csv", "application/x-ndjson"])
        expect(await read(apps.cluster, { source }, accept)).toEqual(
          await read(apps.local, { source }, accept),
        );
    }
  });

  it("are refused with a reason where they differ", async () => {
    for (const source of Object.keys(different)) {
      expect((await read(apps.local, { source })).status).toBe(200);
      const { status, body } = await read(apps.cluster, { source });
      expect({ source, status }).toEqual({ source, status: 502 });
      expect(body).toContain("ClickHouse cannot read its content");
    }
  });

  it("have the same rows with every filter", { timeout: 900_000 }, async () => {
    let chosen = 0;
    for (const source of remote) {
      const rows = JSON.parse((await read(apps.local, { source, limit: 2000 })).body) as ReadonlyArray<
        Record<string, unknown>
      >;
      const columns = Object.keys(rows[0] ?? {}).slice(0, 20);
      for (const column of columns) {
        for (const filter of filtersOf(column, rows)) {
          const { body } = await expectSame(source, { filter, limit: 300 });
          chosen += body === "[]" ? 0 : 1;
        }
      }
    }
    // Filters that choose nothing would be equal, too.
    expect(chosen).toBeGreaterThan(500);
  });
});

describe.skipIf(port === undefined)("objects read by ClickHouse and by the service itself", () => {
  it("have the same rows and filters", { timeout: 300_000 }, async () => {
    const { endpoint, stop } = await startStorage();
    configureEgress({ allow: "127.0.0.1/32:*" });
    const keys = {
      "data/weather.parquet": "weather-stations.parquet",
      "data/a=1/tea.csv": "tea-orders.csv",
      "data/odd name.csv": "tea-orders.csv",
      "data/teas/year=2023/part.csv": "tea-orders.csv",
      "data/teas/year=2024/part.csv": "tea-orders.csv",
    };
    for (const [key, name] of Object.entries(keys)) {
      const body = readFileSync(join(samples, name));
      const answer = await fetch(`${endpoint}/${bucket}/${encodeURI(key)}`, { method: "PUT", body });
      expect(answer.status).toBe(200);
    }
    const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    const options = { url: `s3://${bucket}/data`, endpoint, credentials, prefetchLimit: "100MB" };
    const engine = clickhouseEngine({ connection });
    const [local, cluster] = await Promise.all(
      [{}, { engine }].map((more) =>
        createApp({ connectors: [bucketConnector({ ...options, ...more })], logger: false, limits }),
      ),
    );
    if (local === undefined || cluster === undefined) throw new Error("expected two services");
    try {
      for (const source of ["weather", "a=1/tea", "odd name"]) {
        const rows = await read(local, { source });
        expect(rows.status).toBe(200);
        expect(await read(cluster, { source })).toEqual(rows);
        const filter = { isNotNull: source === "weather" ? ["event"] : ["rating"], columns: [] };
        expect(await read(cluster, { source, filter, skip: 3, limit: 9 })).toEqual(
          await read(local, { source, filter, skip: 3, limit: 9 }),
        );
      }
      for (const more of [{}, { filter: { year_min: "2024" } }, { skip: 40, limit: 700 }])
        expect(await read(cluster, { source: "teas", ...more })).toEqual(
          await read(local, { source: "teas", ...more }),
        );
      const found = await describedSources(cluster);
      expect(found.get("teas")).toContain("read by ClickHouse");
      expect(found.get("weather")).toContain("read by ClickHouse");
      expect(found.get("a=1/tea")).toContain("read by ClickHouse");
      // A space would have to be encoded, which the server's URLs do not allow for.
      expect(found.get("odd name")).toContain("read by the service itself");
    } finally {
      await local.close();
      await cluster.close();
      stop();
    }
  });
});
