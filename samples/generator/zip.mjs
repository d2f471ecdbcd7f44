import { crc32 } from "node:zlib";

/** 1 January 2026 in the form of MS-DOS, so that the bytes do not depend on the day they were made. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1;

/**
 * Writes a ZIP file without compression: its bytes then depend on no compressor's version.
 *
 * @param {readonly (readonly [path: string, text: string])[]} entries
 * @returns {Uint8Array} The file
 */
export function makeZip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const facts = describe(name, data);
    const header = Buffer.concat([signature(0x04034b50), facts, name]);
    directory.push(Buffer.concat([signature(0x02014b50), number16(20), facts, tail(offset), name]));
    parts.push(header, data);
    offset += header.length + data.length;
  }
  const index = Buffer.concat(directory);
  const counts = [number16(0), number16(0), number16(entries.length), number16(entries.length)];
  const end = [signature(0x06054b50), ...counts, number32(index.length), number32(offset), number16(0)];
  return Buffer.concat([...parts, index, ...end]);
}

function describe(name, data) {
  const words = [20, 0, 0, 0, date].map((value) => number16(value));
  const sizes = [crc32(data), data.length, data.length].map((value) => number32(value));
  return Buffer.concat([...words, ...sizes, number16(name.length), number16(0)]);
}

function tail(offset) {
  return Buffer.concat([number16(0), number16(0), number16(0), number32(0), number32(offset)]);
}

function signature(value) {
  return number32(value);
}

function number16(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function number32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
