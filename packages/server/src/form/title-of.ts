/**
 * Returns the label of a field or column.
 *
 * @param id - Its id
 * @param title - The label that its author set
 * @returns The label; without one, the id split into words: `firstName` and `first_name` become `First name`
 */
export function titleOf(id: string, title: string | undefined): string {
  if (title !== undefined && title !== "") return title;
  const words = id
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter((word) => word !== "");
  const sentence = words.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(" ");
  return sentence === "" ? id : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
