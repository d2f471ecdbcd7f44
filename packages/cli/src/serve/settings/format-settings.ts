import type { ChosenSetting } from "./choose-setting.js";
import type { ChosenSettings } from "./chosen-settings.js";

/** A setting as `wellhead config print` shows it. */
export interface PrintedSetting {
  readonly setting: string;
  /** The value as text; `undefined` when it is hidden. */
  readonly value: string | undefined;
  readonly from: string;
}

/**
 * Describes all settings without their secrets.
 *
 * @param chosen - The settings
 * @param connectors - What is served, as listed
 * @returns The settings in the order of their table
 */
export function describeSettings(
  chosen: ChosenSettings,
  connectors: Pick<ChosenSetting, "from" | "value">,
): readonly PrintedSetting[] {
  const all = chosen.all.map((one) =>
    one.setting.member === "connectors" ? { ...one, ...connectors } : one,
  );
  return [...all, ...chosen.allow.values()].map(({ setting, value, from }) => {
    const text = value === undefined ? setting.default : textOf(value);
    const isHidden = value !== undefined && setting.isSecret === true;
    return { setting: setting.member, value: isHidden ? undefined : text, from };
  });
}

/**
 * Formats the settings as a table.
 *
 * @param printed - The settings
 * @returns Its lines
 */
export function formatSettings(printed: readonly PrintedSetting[]): readonly string[] {
  const cells = printed.map(({ setting, value, from }) => [setting, value ?? "(hidden)", from] as const);
  const widths = [0, 1].map((column) =>
    Math.min(40, Math.max(...cells.map((row) => row[column]?.length ?? 0))),
  );
  return cells.map(([setting, value, from]) =>
    [setting.padEnd(widths[0] ?? 0), value.padEnd(widths[1] ?? 0), from].join("  "),
  );
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(listed).join(", ");
  return JSON.stringify(value);
}

/** A connector of a module is shown by its id, and a path with settings as JSON. */
function listed(item: unknown): string {
  if (typeof item === "string") return item;
  if (typeof item === "object" && item !== null && "id" in item && typeof item.id === "string")
    return item.id;
  return JSON.stringify(item);
}
