import { quoteText } from "./quote.js";
import { createSeal } from "./sealed-statement.js";

/** What an engine may still see and set. */
export interface LockDownOptions {
  /** Folder of the stand-ins and copies. */
  readonly folder: string;
  /** True paths of the files. */
  readonly paths: readonly string[];
  /** Settings that may still be changed. */
  readonly configs: readonly string[];
}

/**
 * Writes the statements after which an engine opens these files and no others, and takes no further setting.
 *
 * @param options - What stays open
 * @returns SQL; the order matters, as every setting closes the door through which the ones before it came in
 */
export function lockDown({ folder, paths, configs }: LockDownOptions): string {
  return `
    ${createSeal};
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL autoinstall_known_extensions = false;
    SET GLOBAL autoload_known_extensions = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL allowed_paths = [${paths.map(quoteText).join(", ")}];
    SET GLOBAL allowed_directories = [${quoteText(folder)}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL allowed_configs = [${configs.map(quoteText).join(", ")}];
    SET GLOBAL lock_configuration = true;`;
}
