import { memberAt } from "@wellhead/sdk";
import { columnConfig, type SourceConfig } from "../config/source-config.js";

/**
 * Creates a function that returns what identifies an item: the values of the key, or of the only column of type `id`.
 *
 * @param source - The source
 * @returns The function; `undefined` when items have no identity
 */
export function keyReader({ fields = {}, key }: SourceConfig): ((item: unknown) => unknown) | undefined {
  const columns = Object.entries(fields).map(([id, field]) => ({ id, path: id, ...columnConfig(field) }));
  const ids = columns.filter(({ type, optional }) => type === "id" && optional !== true);
  const names = key ?? (ids.length === 1 ? ids.map(({ id }) => id) : []);
  const paths = names.flatMap((name) => columns.filter(({ id }) => id === name).map(({ path }) => path));
  const [only, ...others] = paths;
  if (only === undefined) return undefined;
  if (others.length === 0) return (item) => memberAt(item, only);
  return (item) => JSON.stringify(paths.map((path) => memberAt(item, path)));
}
