import { quoteText } from "./quote.js";

/**
 * Writes the statements after which an engine opens the files of one folder and no others, and accepts no further
 * setting. Their order matters, because each closes the door through which the ones before it came in.
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
