import type { ListedFiles } from "../folder/list-files.js";

/** Maximum number of names in a notice. */
const maxNames = 5;

/**
 * Returns notices to users about files that are no sources.
 *
 * @param listed - The listing
 * @returns Sentences without the full stop at the end
 */
export function omissionNotices({ files, leftOut, unreadable = [] }: ListedFiles): readonly string[] {
  const all = files.length + leftOut;
  return [
    ...(leftOut === 0
      ? []
      : [
          `The folder has ${all} files: the first ${files.length} by name are sources, ${leftOut} are left out. Serve a sub-folder, or set maxFiles, WELLHEAD_MAX_FILES or --max-files to ${all}, to read the others`,
        ]),
    ...(unreadable.length === 0
      ? []
      : [
          `Names that are not UTF-8 cannot be opened: ${namesOf(unreadable)}. Rename the ${unreadable.length === 1 ? "file or folder" : "files and folders"} to read them`,
        ]),
  ];
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `"${name}"`);
  return (names.length > maxNames ? [...shown, `${names.length - maxNames} others`] : shown).join(", ");
}
