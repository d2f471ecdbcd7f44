import type { Column, ColumnMembers } from "./field.js";

/** Options of a column of files. */
export type FileOptions = Omit<ColumnMembers, "subType" | "format" | "selectOptions"> &
  Pick<Column, "title" | "description">;

/**
 * Creates a column whose values are files: web addresses that anybody can read, or, if the source has `resource`, texts by
 * which that finds the contents. Reports show the text.
 *
 * @param options - Label, description, and whether a cell holds several files. Default: one
 * @returns The column: text, or several texts
 * @example
 * ```ts snippet=examples/sdk/synchronize.ts#file
 * const photos = source({
 *   name: "Photos",
 *   fields: { number: id(), title: text(), picture: file() },
 *   rows: ({ http }) => http.pages<Photo>("photos"),
 *   resource: ({ http, file: picture, range }) => http.get(`pictures/${picture}`).file(range),
 * });
 * ```
 */
export function file(options: FileOptions & { readonly many: true }): Column<"array[text]">;
export function file(options?: FileOptions & { readonly many?: false }): Column<"text">;
export function file({
  many,
  ...members
}: FileOptions & { readonly many?: boolean } = {}): Column<"array[text]" | "text"> {
  return { ...members, column: many === true ? "array[text]" : "text", subType: "file" };
}
