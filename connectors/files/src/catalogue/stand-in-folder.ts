import { quoteText } from "../engine/quote.js";
import type { Partition } from "../folder/partitions.js";

/**
 * Characters that mean something in a path which the engine reads, and the private ones that replace them in the name
 * of a file.
 */
const special = "*?[\\=";
const replacements = special.split("").map((_, index) => String.fromCodePoint(0xf0001 + index));

/**
 * Returns the folders of a stand-in from which the engine reads the values of partitions and the name of the file.
 *
 * @param name - Path of the file inside the folder of the table
 * @param partitions - Its partitions
 * @returns A relative path
 */
export function folderOf(name: string, partitions: readonly Partition[]): string {
  const values = partitions.map(({ value }, index) => {
    const text =
      value === undefined
        ? "__HIVE_DEFAULT_PARTITION__"
        : `=${value}`.replaceAll(
            /[%*?[\\=/]/g,
            (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
          );
    return `${keyOf(index)}=${text}`;
  });
  const plain = name
    .split("")
    .map((character) => replacements[special.indexOf(character)] ?? character)
    .join("");
  return [...values, plain].join("/");
}

function keyOf(index: number): string {
  return `wellhead_${index}`;
}

/**
 * Returns how the engine sees the names of stand-ins.
 *
 * @param engineFolder - Folder of the engine
 * @param partitions - Number of partitions
 * @returns Names of the partitions, and SQL of their values and of the name of the file
 */
export function namesIn(
  engineFolder: string,
  partitions: number,
): { readonly keys: readonly string[]; readonly valuesSql: readonly string[]; readonly fileSql: string } {
  const start = `${engineFolder.replaceAll(/[\\^$.|+()[\]{}*?]/g, String.raw`\$&`)}/\\d+/`;
  const pattern = `(?s)^${start}(?:[^/]*/){${partitions}}(.*)/[^/]*$`;
  const name = `regexp_extract("wellhead_file", ${quoteText(pattern)}, 1)`;
  return {
    // The engine would return NULL for the text "null", so a character precedes every value.
    valuesSql: Array.from({ length: partitions }, (_, index) => `substr("${keyOf(index)}", 2)`),
    keys: Array.from({ length: partitions }, (_, index) => keyOf(index)),
    fileSql: `translate(${name}, ${quoteText(replacements.join(""))}, ${quoteText(special)})`,
  };
}
