import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Number formats and the numbers in them, each a column. */
const columns: ReadonlyArray<readonly [format: string | number, numbers: readonly string[]]> = [
  ["yyyy-mm-dd", ["1", "59", "61", "45325"]],
  [14, ["45325", "1", "2958465", "45326"]],
  ["yyyy-mm-dd hh:mm:ss", ["45325.5", "45325.999999999", "1.25", "45325.0000115741"]],
  ["h:mm", ["0.5", "0.25", "0", "0.999999999999"]],
  ["[h]:mm:ss", ["1.5", "0.25", "-0.5", "100"]],
  ["0.00%", ["0.5", "0.125", "1", "-1"]],
  ["General", ["0.1", "1E-3", "12345678901234567890", "0.30000000000000004"]],
  ['"d"0.0', ["1", "2.5", "3", "4"]],
  ["yyyy-mm-dd", ["60", "0", "-1", "45325"]],
  ["[$-409]d mmm yyyy", ["45325", "45325", "45325.5", "45325"]],
];

const script = `import json,sys,zipfile
task=json.load(sys.stdin)
custom=[f for f,_ in task["columns"] if isinstance(f,str)]
q=lambda t: t.replace("&","&amp;").replace('"',"&quot;").replace("<","&lt;")
z=zipfile.ZipFile(task["path"],"w",zipfile.ZIP_DEFLATED)
z.writestr("xl/workbook.xml",'<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="%d"/><x:sheets><x:sheet name="S" sheetId="1" r:id="a"/></x:sheets></x:workbook>'%task["is1904"])
rel='<Relationship Id="%s" Type="x/%s" Target="%s"/>'
z.writestr("xl/_rels/workbook.xml.rels","<Relationships>"+rel%("a","worksheet","/xl/worksheets/one.xml")+rel%("b","styles","styles.xml")+rel%("c","sharedStrings","sharedStrings.xml")+"</Relationships>")
z.writestr("xl/styles.xml","<styleSheet><numFmts>"+"".join('<numFmt numFmtId="%d" formatCode="%s"/>'%(164+i,q(f)) for i,f in enumerate(custom))+'</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>'+"".join('<xf numFmtId="%d"/>'%(f if isinstance(f,int) else 164+custom.index(f)) for f,_ in task["columns"])+"</cellXfs></styleSheet>")
z.writestr("xl/sharedStrings.xml",'<sst><si><r><t>na</t></r><r><t>me</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b</t></si></sst>')
cell=lambda c,r,a: '<c r="%s%d" %s</c>'%(chr(65+c),r,a)
rows=['<row r="1">'+"".join(cell(i,1,'t="inlineStr"><is><t>c%d</t></is>'%i) for i in range(len(task["columns"])))+cell(len(task["columns"]),1,'t="s"><v>0</v>')+"</row>"]
for n in range(4):
  rows.append('<row r="%d">'%(n+2)+"".join(cell(i,n+2,'s="%d"><f>1+1</f><v>%s</v>'%(i,v[n])) for i,(f,v) in enumerate(task["columns"]))+cell(len(task["columns"]),n+2,'t="s"><v>1</v>')+"</row>")
z.writestr("xl/worksheets/one.xml","<worksheet><sheetData>"+"".join(rows)+"</sheetData></worksheet>")
z.close()`;

it("cells of a workbook are what their formats make of them, in both ways to count days", async () => {
  await using folder = await makeFolder();
  for (const [name, is1904] of [
    ["a.xlsx", 0],
    ["b.xlsx", 1],
  ] as const) {
    const input = JSON.stringify({ path: join(folder.path, name), columns, is1904 });
    execFileSync("python3", ["-c", script], { input });
  }
  const read = await folder.rows("a");
  const column = (index: number) => read.map((row) => row[`c${index}`]);
  expect(column(0)).toEqual(["1900-01-01", "1900-02-28", "1900-03-01", "2024-02-03"]);
  expect(column(1)).toEqual(["2024-02-03", "1900-01-01", "9999-12-31", "2024-02-04"]);
  expect(column(2)).toEqual([
    "2024-02-03T12:00:00",
    "2024-02-04T00:00:00",
    "1900-01-01T06:00:00",
    "2024-02-03T00:00:01",
  ]);
  expect(column(3)).toEqual(["12:00:00", "06:00:00", "00:00:00", "23:59:59.999"]);
  expect(column(4)).toEqual(["36:00:00", "06:00:00", "-12:00:00", "2400:00:00"]);
  expect(column(5)).toEqual([0.5, 0.125, 1, -1]);
  expect(column(6)).toEqual(["0.1", "0.001", "12345678901234567890", "0.30000000000000004"]);
  expect(column(7)).toEqual([1, 2.5, 3, 4]);
  expect(column(8)).toEqual(["60", "0", "-1", "2024-02-03"]);
  expect(column(9)).toEqual([
    "2024-02-03T00:00:00",
    "2024-02-03T00:00:00",
    "2024-02-03T12:00:00",
    "2024-02-03T00:00:00",
  ]);
  expect(read[0]?.["name"]).toBe("a\rb");
  const later = await folder.rows("b");
  expect(later.map((row) => row["c0"])).toEqual(["1904-01-02", "1904-02-29", "1904-03-02", "2028-02-04"]);
  expect(later.map((row) => row["c3"])).toEqual(["12:00:00", "06:00:00", "00:00:00", "23:59:59.999"]);
});
