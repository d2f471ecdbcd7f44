import { upstreamUnavailable } from "@wellhead/sdk";
import type { FoundFile } from "../folder/found-file.js";
import type { TableFolder } from "../folder/table-folder.js";
import type { FileLayout } from "../tables/file-layout.js";
import type { OpenTable } from "../tables/table.js";
import { findMembers, type LoadTableFolderOptions, type Member } from "./table-members.js";
import { groupsOf, selectOf, shapeOf, type TableShape } from "./table-shape.js";

/**
 * Returns the files that show the columns of a table of files which are copied before they are read.
 *
 * @param files - All files of the table
 * @returns The first one, the one in the middle and the last one
 */
export function sampleOf(files: readonly FoundFile[]): readonly FoundFile[] {
  const some = [0, Math.floor(files.length / 2), files.length - 1];
  return [...new Set(some.flatMap((index) => files[index] ?? []))];
}

/** The rows of files that are described. */
export type DescribedRows = Omit<OpenTable, "close" | "parts"> & Required<Pick<OpenTable, "parts">>;

/**
 * What is known about the files of a folder that is one table.
 *
 * Files that must be copied before they are read are described when a request chooses them. The columns of the table
 * are those of a few files, and of all files that were read since.
 */
export class FolderMembers {
  /** Files that are described with the folder. */
  readonly sample: readonly FoundFile[];
  /** Files that may have rows; exact after {@link FolderMembers.describe}. */
  files: readonly FoundFile[];
  readonly #folder: TableFolder;
  readonly #options: LoadTableFolderOptions;
  /** Members by file; `undefined` for a file without rows. */
  readonly #members = new Map<FoundFile, Member | undefined>();

  /**
   * @param folder - The folder
   * @param options - The engine and its limits
   */
  constructor(folder: TableFolder, options: LoadTableFolderOptions) {
    const { members } = folder;
    this.#folder = folder;
    this.#options = options;
    this.files = members;
    this.sample = this.#areCopied ? sampleOf(members) : members;
  }

  /**
   * Describes the files of the sample, which are open.
   *
   * @returns The columns of the table, and the rows of the sample
   */
  async describe(): Promise<{ readonly shape: TableShape; readonly rows: DescribedRows }> {
    const members = await this.#find(this.sample);
    if (!this.#areCopied) this.files = members.map(({ file }) => file);
    const shape = this.#shape();
    return { shape, rows: this.#readOf(members, shape) };
  }

  /**
   * Returns how to read files, which are open.
   *
   * @param files - The files
   * @param shape - The columns of the table
   * @returns Their rows
   * @throws ConnectorError `upstream_unavailable` when the files have other columns than the table; the next request
   *   describes the table again
   */
  async read(files: readonly FoundFile[], shape: TableShape): Promise<DescribedRows> {
    const isKnown = files.every((file) => this.#members.has(file));
    const members = await this.#find(files);
    if (!isKnown && JSON.stringify(this.#shape().columns) !== JSON.stringify(shape.columns)) {
      this.#options.onSurprise();
      throw upstreamUnavailable(
        `Could not read "${this.#folder.name}": the files that were read first did not show all of its columns. Try again: the columns now come from more files.`,
      );
    }
    return this.#readOf(members, shape);
  }

  get #areCopied(): boolean {
    return this.#options.storage.copies !== undefined;
  }

  async #find(files: readonly FoundFile[]): Promise<readonly Member[]> {
    const left = files.filter((file) => !this.#members.has(file));
    const found = new Map(
      (await findMembers(this.#folder, left, this.#options)).map((one) => [one.file, one]),
    );
    for (const file of left) {
      const member = found.get(file);
      this.#members.set(file, member);
      if (member !== undefined) this.#options.layouts.set(file, member.layout);
    }
    return files.flatMap((file) => this.#members.get(file) ?? []);
  }

  #shape(): TableShape {
    const layouts = this.#folder.members.flatMap((file): readonly FileLayout[] => {
      const layout = this.#options.layouts.get(file);
      return layout === undefined ? [] : [layout];
    });
    const { folder } = this.#options.engine;
    return shapeOf(this.#folder, { layouts, files: this.files, engineFolder: folder });
  }

  #readOf(members: readonly Member[], shape: TableShape): DescribedRows {
    const places = new Map(this.files.map((file, index) => [file, index]));
    return {
      files: members.map(({ file }) => file),
      parts: groupsOf(members)
        .flat()
        .map(({ file, original }) => ({
          file,
          original,
          texts: shape.perFile.map(({ texts }) => texts[places.get(file) ?? -1]),
        })),
      select: selectOf(members, shape),
      check: async () => {
        for (const { check } of members) await check();
      },
    };
  }
}
