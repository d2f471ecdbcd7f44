/**
 * Converts the name of a column to words, such as `order_date` as `Order date`.
 *
 * @param name - Name of a column
 * @returns A label
 */
export function humanize(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_\-.\s]+/gu, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
