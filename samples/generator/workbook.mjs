import { makeZip } from "./zip.mjs";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/**
 * Writes a small XLSX file. Cells are text, numbers, booleans, `{ date: "YYYY-MM-DD" }` or undefined.
 *
 * @param {readonly { name: string, rows: readonly (readonly unknown[])[] }[]} sheets
 * @returns {Uint8Array} The file
 */
export function makeWorkbook(sheets) {
  return makeZip([
    ["[Content_Types].xml", describeTypes(sheets)],
    [
      "_rels/.rels",
      `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join("")}</sheets></workbook>`,
    ],
    ["xl/_rels/workbook.xml.rels", relateSheets(sheets)],
    [
      "xl/styles.xml",
      `${head}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    ...sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, formatSheet(rows)]),
  ]);
}

function describeTypes(sheets) {
  const parts = [
    ["/xl/workbook.xml", "sheet.main"],
    ["/xl/styles.xml", "styles"],
    ...sheets.map((_, index) => [`/xl/worksheets/sheet${index + 1}.xml`, "worksheet"]),
  ];
  const overrides = parts.map(
    ([path, type]) => `<Override PartName="${path}" ContentType="${sheetType}.${type}+xml"/>`,
  );
  return `${head}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`;
}

function relateSheets(sheets) {
  const targets = [
    ...sheets.map((_, index) => ["worksheet", `worksheets/sheet${index + 1}.xml`]),
    ["styles", "styles.xml"],
  ];
  return `${head}<Relationships xmlns="${packageRelations}">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
}

function formatSheet(rows) {
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      formatCell(cell, `${String.fromCharCode(65 + column)}${index + 1}`),
    );
    return `<row r="${index + 1}">${cells.join("")}</row>`;
  });
  return `${head}<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

function formatCell(cell, place) {
  if (cell === undefined) return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "string") return `<c r="${place}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
  // Spreadsheets count days from 30 December 1899.
  const days = (Date.parse(`${cell.date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return `<c r="${place}" s="1"><v>${days}</v></c>`;
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
