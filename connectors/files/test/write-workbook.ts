/** A cell to write. An object contains the XML inside `c`, preceded by its attributes other than the reference. */
export type WorkbookCell = string | number | boolean | null | { readonly xml: string };

/**
 * Writes a workbook of plain cells. It has only the parts that XLSX requires, in an uncompressed ZIP archive.
 *
 * @param sheets - Rows of each sheet by its name
 * @param formats - Ids of number formats; a cell selects one with `s="0"` and so on. Default: numbers are plain
 * @param encode - Encodes the XML of a sheet. Default: UTF-8
 * @returns The bytes of the file
 */
export function writeWorkbook(
  sheets: Readonly<Record<string, ReadonlyArray<readonly WorkbookCell[]>>>,
  formats: readonly number[] = [0],
  encode: (xml: string) => Buffer = (xml) => Buffer.from(xml),
): Buffer {
  const names = Object.keys(sheets);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const list = names.map(
    (name, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`,
  );
  const links = names.map(
    (_, index) =>
      `<Relationship Id="r${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zip({
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${links.join("")}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        encode(`<worksheet xmlns="${main}"><sheetData>${rows.map(row).join("")}</sheetData></worksheet>`),
      ]),
    ),
  });
}

function row(cells: readonly WorkbookCell[], index: number): string {
  const written = cells.map((cell, column) => {
    const place = `r="${String.fromCharCode(65 + column)}${index + 1}"`;
    if (cell === null) return "";
    if (typeof cell === "object") return `<c ${place} ${cell.xml}</c>`;
    if (typeof cell === "number") return `<c ${place}><v>${cell}</v></c>`;
    if (typeof cell === "boolean") return `<c ${place} t="b"><v>${Number(cell)}</v></c>`;
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  });
  return `<row r="${index + 1}">${written.join("")}</row>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const path = Buffer.from(name);
    // Version, flags, method, time, date, checksum, both sizes, length of the name, length of the extra field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(checksum(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), common, tail, path]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

/** Returns the CRC-32 checksum for ZIP, computed bit by bit, which is fast enough for small files. */
function checksum(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
