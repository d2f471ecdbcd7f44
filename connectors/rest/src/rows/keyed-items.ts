import { memberAt, upstreamInvalid } from "@wellhead/sdk";

/**
 * Creates a function that converts the members of an object to rows, such as `{"EUR": {"rate": 1}}`.
 *
 * @param place - Path of the object in the response; empty for the response itself
 * @param column - Column for the name of each member; it replaces a column of that name
 * @returns A function that returns the items of a response
 */
export function keyedItems(place: string, column: string): (body: unknown) => readonly object[] {
  return (body) => {
    const found = memberAt(body, place);
    if (typeof found !== "object" || found === null || Array.isArray(found)) {
      const where = place === "" ? "the answer" : `"${place}" of the answer`;
      throw upstreamInvalid(
        `Could not read ${where}: expected an object whose members are the rows. Check "items".`,
      );
    }
    return Object.entries(found).map(([name, value]: readonly [string, unknown]) => {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return { ...(isObject ? value : { value }), [column]: name };
    });
  };
}
