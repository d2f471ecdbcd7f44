import { quoteText } from "./quote.js";
import { createSeal } from "./sealed-statement.js";

/** What a locked engine may still open and set. */
export interface LockDownOptions {
  /** Folder of the stand-ins and copies. */
  readonly folder: string;
  /** Real paths of the files. */
  readonly paths: readonly string[];
  /** Settings that may still be changed. */
  readonly configs: readonly string[];
}

/**
 * Returns statements that restrict an engine to these files and lock its settings.
 *
 * @param options - What stays allowed
 * @returns SQL; the order matters, because each setting restricts the ones that can follow
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
