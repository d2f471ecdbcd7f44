import type { ServiceLog } from "@wellhead/server";

/** @returns A log that records its lines */
export function testLog(): { readonly logger: ServiceLog; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const write = (record: object, message: string): void => {
    lines.push(JSON.stringify({ ...record, message }));
  };
  return { lines, logger: { info: write, warn: write, error: write } };
}
