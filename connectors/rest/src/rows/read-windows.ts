import { inputInvalid, memberAt } from "@wellhead/sdk";
import type { SourceConfig, WindowsConfig } from "../config/source-config.js";
import type { ReadContext } from "./read-context.js";
import { readItems } from "./read-items.js";

const dayMs = 86_400_000;

/** Maximum number of windows, after which reading fails. */
const maxWindows = 1000;

/**
 * Reads a list once for each window of a range of dates. Windows end at the end of a day in UTC, so that no day is read
 * twice where the API takes dates without a time.
 *
 * @param context - Client, filter values and signal of the request
 * @param windows - The field and the length of a window
 * @param source - The source
 * @returns The items
 * @throws ConnectorError `invalid_field` when the range has no start or is too long
 */
export async function* readWindows(
  context: ReadContext,
  windows: WindowsConfig,
  source: SourceConfig,
): AsyncGenerator<readonly unknown[]> {
  const { field } = windows;
  const { values = {} } = context;
  const ranges = memberAt(values, field) === undefined ? [undefined] : windowsOf(values, windows);
  for (const range of ranges) {
    yield* readItems({ ...context, values: { ...values, [field]: range } }, source);
  }
}

interface Range {
  readonly min: string;
  readonly max: string;
}

function windowsOf(values: object, { field, days, excludesEnd = false }: WindowsConfig): readonly Range[] {
  const start = memberAt(values, `${field}.min`);
  const end = memberAt(values, `${field}.max`);
  if (typeof start !== "string")
    throw inputInvalid(`Could not read "${field}": expected a start of the range, got none.`, { field });
  const last = typeof end === "string" ? Date.parse(end) : Date.now();
  const windows: Range[] = [];
  for (let from = Date.parse(start); from <= last; ) {
    if (windows.length >= maxWindows) {
      throw inputInvalid(
        `Could not read "${field}": the range has more than ${maxWindows} windows of ${days} days. Choose a shorter one.`,
        { field },
      );
    }
    // The first instant after the window: the start of a day.
    const next = (Math.floor(from / dayMs) + days) * dayMs;
    const until = Math.min(next - 1, last);
    windows.push({
      min: new Date(from).toISOString(),
      max: new Date(excludesEnd ? until + 1 : until).toISOString(),
    });
    from = next;
  }
  return windows;
}
