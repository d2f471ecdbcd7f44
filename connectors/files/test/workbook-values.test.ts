import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

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

/** A script that writes a workbook from its parts: the path, and the content by the name of the part. */
const partsScript = `import json,sys,zipfile
path,parts=json.load(sys.stdin)
z=zipfile.ZipFile(path,"w",zipfile.ZIP_DEFLATED)
for name,text in parts.items(): z.writestr(name,text)
z.close()`;

const namespaces = [
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
  'xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"',
  'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"',
].join(" ");

/** The parts of a workbook whose extensions have elements with the names of those that they extend. */
const extended = {
  "xl/workbook.xml": `<workbook ${namespaces}><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" rel:id="a" x15:id="b"/></sheets>
<extLst><ext uri="x"><x15:workbookPr chartTrackingRefBase="1"/><x15:sheets><x15:sheet name="T" rel:id="a"/></x15:sheets></ext></extLst></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
    ["a", "worksheet", "worksheets/one.xml"],
    ["b", "worksheet", "worksheets/other.xml"],
    ["c", "styles", "styles.xml"],
    ["d", "sharedStrings", "sharedStrings.xml"],
  ]
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`,
  "xl/styles.xml": `<styleSheet ${namespaces}><dxfs><dxf><numFmt numFmtId="164" formatCode="0.00"/></dxf></dxfs>
<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>
<cellXfs><mc:AlternateContent><mc:Choice Requires="x15"><xf numFmtId="0"/></mc:Choice><mc:Fallback><xf numFmtId="164"/></mc:Fallback></mc:AlternateContent><xf numFmtId="0"/></cellXfs></styleSheet>`,
  "xl/sharedStrings.xml": `<sst ${namespaces}><si><t>day</t><extLst><ext><x15:si><x15:t>no</x15:t></x15:si></ext></extLst></si><si><t>number</t></si><si><t>iso</t></si></sst>`,
  "xl/worksheets/one.xml": `<worksheet ${namespaces}><sheetData>
<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
<row><c r="A2" s="0"><xm:f>9</xm:f><v>43863</v></c><c r="B2" s="1"><v>7</v><extLst><ext><x15:v>8</x15:v><x15:c><v>9</v></x15:c></ext></extLst></c><c r="C2" t="d"><v>2024-02-03T04:05:06.500</v></c></row>
</sheetData><extLst><ext><x15:row><c><v>1</v></c></x15:row></ext></extLst></worksheet>`,
};

it("extensions of a workbook change nothing, even where their elements have the same names", async () => {
  await using folder = await makeFolder();
  execFileSync("python3", ["-c", partsScript], {
    input: JSON.stringify([join(folder.path, "a.xlsx"), extended]),
  });
  // 43,863 days after January 1, 1904.
  expect(await folder.rows("a")).toEqual([{ day: "2024-02-03", number: 7, iso: "2024-02-03T04:05:06.500" }]);
});

it("the description says where cells are errors, which make their column text", async () => {
  const error = (text: string) => ({ xml: `t="e"><v>${text}</v>` });
  await using folder = await makeFolder({
    "one.xlsx": writeWorkbook({ S: [["n"], [1.5], [error("#N/A")], [2]] }),
    "two.xlsx": writeWorkbook({ S: [["n"], [{ xml: "><f>1+1</f>" }], [error("#N/A")], [error("#DIV/0!")]] }),
    "none.xlsx": writeWorkbook({ S: [["n"], [1.5], [2]] }),
  });
  expect(await folder.rows("one")).toEqual([{ n: "1.5" }, { n: "#N/A" }, { n: "2" }]);
  expect((await folder.source("one")).description).toContain(
    "1 cell is an error such as #N/A, in cell A3; a column with errors is text. Correct or clear it",
  );
  const { description } = await folder.source("two");
  expect(description).toContain(
    "1 formula has no result in the file, in cell A2; its cell shows the formula.",
  );
  expect(description).toContain("2 cells are errors such as #N/A, the first in cell A3;");
  expect((await folder.source("none")).description).toBe("File none.xlsx");
});
