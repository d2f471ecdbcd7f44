import { quoteText } from "./quote.js";
import { createSeal } from "./sealed-statement.js";

/** What a locked engine may still open and set. */
export interface LockDownOptions {
  /** Folders of the stand-ins and copies. */
  readonly folders: readonly string[];
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
export function lockDown({ folders, paths, configs }: LockDownOptions): string {
  return `
    ${createSeal};
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL autoinstall_known_extensions = false;
    SET GLOBAL autoload_known_extensions = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL allowed_paths = [${paths.map(quoteText).join(", ")}];
    SET GLOBAL allowed_directories = [${folders.map(quoteText).join(", ")}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL allowed_configs = [${configs.map(quoteText).join(", ")}];
    SET GLOBAL lock_configuration = true;`;
}
