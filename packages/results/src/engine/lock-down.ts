import { quoteText } from "./quote.js";

/**
 * Returns the statements that restrict an engine to the files of one folder and lock its settings. Their order matters,
 * because the later statements forbid changes that the earlier ones make.
 *
 * @param folder - The folder
 * @returns SQL
 */
export function lockDown(folder: string): string {
  return `
    SET GLOBAL TimeZone = 'UTC';
    SET GLOBAL autoinstall_known_extensions = false;
    SET GLOBAL autoload_known_extensions = false;
    SET GLOBAL allow_community_extensions = false;
    SET GLOBAL allowed_directories = [${quoteText(folder)}];
    SET GLOBAL enable_external_access = false;
    SET GLOBAL lock_configuration = true;`;
}
