import { upstreamInvalid } from "@wellhead/sdk";
import { convertFile } from "../convert/convert-file.js";
import type { FoundFile } from "../folder/found-file.js";
import { fileError } from "../tables/file-error.js";

/**
 * Verifies the checksums of a file. The engine verifies neither those of gzip nor those of Parquet pages, and does not
 * notice when the end of the last member or frame is missing.
 *
 * @param file - The file
 * @param path - Its path as the engine sees it
 * @throws ConnectorError `upstream_invalid` when it is damaged
 */
export async function checkBytes(file: FoundFile, path: string): Promise<void> {
  try {
    await convertFile({ kind: "check", path });
  } catch (error) {
    throw fileError(error, file);
  }
}

/**
 * Verifies that the engine reads all timestamps of the physical type INT96 exactly.
 *
 * @param file - The file
 * @param path - Its path as the engine sees it
 * @param onSurprise - Called when it does not, so that the next request has the file converted
 * @throws ConnectorError `upstream_invalid` when it does not
 */
export async function checkInt96(file: FoundFile, path: string, onSurprise: () => void): Promise<void> {
  let isExact: boolean;
  try {
    isExact = await convertFile({ kind: "int96", path });
  } catch (error) {
    throw fileError(error, file);
  }
  if (isExact) return;
  onSurprise();
  throw upstreamInvalid(
    `Could not read "${file.name}": it has timestamps in nanoseconds, of which the rows that were sent lack three digits. Try again: they are read exactly now.`,
  );
}
