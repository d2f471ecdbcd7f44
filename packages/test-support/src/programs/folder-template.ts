import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder that takes long to fill, such as the initial data of a database server. */
export interface FolderTemplateOptions {
  /** Name of the template, unique among all tests. */
  readonly name: string;
  /** User and group that own the folder. Default: those of this process. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  /**
   * Fills the folder.
   *
   * @param data - Path of the folder to create
   * @param temporary - An existing folder for temporary files
   */
  readonly fill: (data: string, temporary: string) => void;
}

/**
 * Copies a folder that is filled once in a test run, by the first process that needs it. Outside of a test run, such as
 * in a benchmark, it fills the target itself.
 *
 * @param template - The folder
 * @param target - Path of the copy, which must not exist; its parent folder belongs to the user
 */
export function copyTemplate({ name, user, fill }: FolderTemplateOptions, target: string): void {
  const shared = process.env["SHARED_TEST_FOLDER"];
  if (shared === undefined) return fill(target, dirname(target));
  const template = join(shared, name);
  if (!existsSync(template)) {
    // Other users must be able to reach what is inside.
    chmodSync(shared, 0o755);
    const own = mkdtempSync(`${template}-`);
    if (user.uid !== undefined && user.gid !== undefined) chownSync(own, user.uid, user.gid);
    fill(join(own, "data"), own);
    copy(join(own, "data"), join(own, "sparse"));
    rename(join(own, "sparse"), template);
    rmSync(own, { recursive: true, force: true });
  }
  copy(template, target);
}

/** Keeps owners and permissions, and writes no block that holds only zeros. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", "--sparse=always", from, to]);
}

/** Moves a folder unless another process has already moved its own. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
