import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

// The types of columns: declared, named by the user, and remembered.

let folder = "";
let connector: ForeignConnector;

const column = (id: string, type: string) => ({ [id]: { id, name: id, type } });
const filter = [{ id: "grp", title: "Group", type: "list", options: ["ok", "bad"], optional: true }];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-types-"));
  connector = await startForeignConnector({
    application: {
      sources: [
        { id: "mix", name: "Mix", filter, fields: { ...column("v", "number"), ...column("grp", "text") } },
        { id: "loose", name: "Loose", filter },
      ],
    },
    rows: (response, { filter: sent }) => {
      const rows = [
        { v: 7, w: 1, grp: "ok" },
        { v: "n/a", w: 2, grp: "bad" },
      ];
      // The client sends an object.
      const { grp } = sent as { grp?: string };
      response.end(JSON.stringify(rows.filter((row) => grp === undefined || row.grp === grp)));
    },
  });
});
afterEach(async () => {
  await connector.close();
  await rm(folder, { recursive: true });
});

const sql = (statement: string, ...words: string[]) =>
  runWellhead(["sql", statement, "-c", `f=${connector.url}`, ...words], {
    directory: folder,
    env: { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder },
  });

test("a value that does not fit ends the statement, or becomes NULL and is counted", async () => {
  expect(await sql("select sum(v) as s from f.mix")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      'Could not use the column "v" of f."mix": expected values of type number, got "n/a". Read the column as text with --type \'f.mix.v=text\', or such values as NULL with --unfit null.\n',
  });
  expect(await sql("select sum(v) as s from f.mix", "--unfit", "null")).toEqual({
    code: 0,
    stdout: '{"s":7}\n',
    stderr: expect.stringContaining(
      'Warning: 1 value of "v" of f."mix" does not fit the type number and became NULL, the first is "n/a".',
    ),
  });
  expect((await sql("select max(v) as s from f.mix", "--type", "v=text")).stdout).toBe('{"s":"n/a"}\n');
  expect(await sql("select v from f.mix", "--type", "v=txt")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Could not read "txt" as the type of a column\. Types: text, number/),
  });
});

test("a type for a column that the source does not declare is a warning with the nearest name", async () => {
  expect(
    await sql("select v from f.mix where v is null", "--explain", "--type", "gpr=text", "--type", "*=text"),
  ).toMatchObject({
    code: 0,
    stderr: 'Warning: --type names "gpr", which is not a declared column of "mix". Did you mean "grp"?\n',
  });
});

test("--explain prints the type of every column, who names it, and why nothing is pushed", async () => {
  const declared = await sql("select v from f.mix where grp = 'ok'", "--explain");
  expect(declared.stdout).toContain(
    '\n  "v" is an exact number, declared as number\n  "grp" is VARCHAR, declared as text\n',
  );
  const loose = "select max(v) as m from f.loose where grp = 'ok'";
  const { stdout } = await sql(loose, "--explain");
  expect(stdout).toContain('\n  "grp" has the type that the values of all rows have\n');
  expect(stdout).toMatch(
    /\n {2}sends no filter of WHERE and no LIMIT: nobody declares the type of "[vgrp", ]+\n/,
  );
  const given = await sql(loose, "--explain", "--type", "f.loose.v=text", "--type", "f.loose.*=text");
  expect(given.stdout).toContain(
    '"v" is VARCHAR, as --type says: text\n  "grp" is VARCHAR, as --type says\n',
  );
});

test("the types of all rows are remembered, and shown with their age", async () => {
  const loose = "select max(v) as m from f.loose where grp = 'ok'";
  expect(await sql(loose)).toMatchObject({ code: 0, stdout: '{"m":"7"}\n' });
  expect(await readdir(join(folder, "wellhead", "types"))).toHaveLength(1);
  expect((await sql(loose, "--explain")).stdout).toMatch(
    /"v" is VARCHAR, remembered from all rows of \d{4}-\d\d-\d\dT\d\d:\d\dZ: text\n/,
  );
  expect(await sql(loose)).toMatchObject({ code: 0, stdout: '{"m":"7"}\n' });
  expect(connector.bodies.get("/")?.map(({ filter: sent }) => sent)).toEqual([{}, { grp: "ok" }]);
});
