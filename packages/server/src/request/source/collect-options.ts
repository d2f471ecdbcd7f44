import type { Option } from "@wellhead/contract";
import { ConnectorError, type LiveOptions } from "@wellhead/sdk";
import type { RequestControl } from "../../deadline/request-control.js";

/** Options of {@link collectOptions}. */
export interface CollectOptionsOptions {
  /** Maximum number of options to collect. */
  readonly maxOptions: number;
  /** Stops the collection when the request ends early. */
  readonly control: RequestControl;
  /** The action to name in error messages. */
  readonly action: string;
}

/**
 * Collects options in the order they arrive and drops repeated values.
 *
 * @param live - An array of options, or an async iterable that yields them
 * @param options - The maximum, and what stops the collection
 * @returns The options; if there are more than the maximum, a last entry with an empty value says that the list is cut
 * @throws ConnectorError `internal` when an entry is not an option
 * @see The connector contract, POST /datalist
 */
export async function collectOptions(live: LiveOptions, options: CollectOptionsOptions): Promise<Option[]> {
  const found = new Map<string, Option>();
  for await (const choices of untilAborted(live, options)) {
    for (const choice of choices) {
      const option = readChoice(choice);
      const key = `${typeof option.value} ${String(option.value)}`;
      if (found.has(key)) continue;
      if (found.size === options.maxOptions) return [...found.values(), cutNote(options.maxOptions)];
      found.set(key, option);
    }
  }
  return [...found.values()];
}

function cutNote(maxOptions: number): Option {
  return { title: `Only the first ${maxOptions} are listed`, value: "" };
}

async function* untilAborted(
  live: LiveOptions,
  { control, action }: CollectOptionsOptions,
): AsyncGenerator<readonly unknown[]> {
  if (Array.isArray(live)) {
    yield live;
    return;
  }
  if (!isAsyncIterable(live)) {
    throw new ConnectorError(
      "internal",
      `Could not list the options: expected an array of options, got ${typeof live}.`,
    );
  }
  const iterator = live[Symbol.asyncIterator]();
  try {
    for (;;) {
      const result = await control.call({ action }, () => iterator.next());
      if (result.done === true) return;
      yield Array.isArray(result.value) ? result.value : [result.value];
    }
  } finally {
    void closeQuietly(iterator);
  }
}

async function closeQuietly(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The caller has finished with the options, so a failure to close the iterator does not matter.
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function readChoice(choice: unknown): Option {
  if (isScalar(choice)) return { title: String(choice), value: choice };
  if (typeof choice === "object" && choice !== null && "value" in choice && isScalar(choice.value)) {
    const title = "title" in choice && isScalar(choice.title) ? String(choice.title) : String(choice.value);
    return { title, value: choice.value };
  }
  throw new ConnectorError(
    "internal",
    "Could not list the options: expected a value or a title with a value, got another entry.",
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean";
}
