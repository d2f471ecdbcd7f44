import { didYouMean } from "@wellhead/contract/names";
import { isIsolated } from "@wellhead/server";
import { usageError } from "../command-line/command-error.js";
import { isConnector } from "./is-connector.js";
import { isObject, kindOf } from "./settings/kinds.js";
import type { Setting } from "./settings/setting.js";
import { settings, switchable } from "./settings/settings-table.js";
import type { WellheadConfig } from "./wellhead-config.js";

/**
 * Checks a configuration.
 *
 * @param value - The content of a configuration file: a default export, or a JSON or YAML document
 * @param place - The file, named in the error
 * @returns The configuration
 * @throws CommandError naming the first invalid member
 */
export function checkConfig(value: unknown, place: string): WellheadConfig {
  if (!isObject(value)) {
    throw usageError(
      `Could not read ${place}: expected an object such as { connectors: […] } as its content or default export, got ${describe(value)}.`,
    );
  }
  const { $schema: _schema, ...members } = value;
  checkMembers(members, place);
  if (members["connectors"] === undefined)
    throw usageError(`Could not read ${place}: connectors: expected a list of at least one, got nothing.`);
  // All members were checked above, except the connectors, which are checked below.
  const config = members as unknown as WellheadConfig;
  for (const [index, connector] of config.connectors.entries()) {
    if (isConnector(connector) || isListed(connector)) continue;
    throw usageError(
      `Could not read ${place}: connectors[${index}]: expected a connector made by defineConnector, a path, or an object such as { path, isolate: true, allow: "10.1.0.0/16:5432", limits: { … } }, got ${describe(connector)}.`,
    );
  }
  return config;
}

function checkMembers(members: Readonly<Record<string, unknown>>, place: string): void {
  const known = [...new Set(settings.map(({ member }) => member.split(".")[0] ?? ""))];
  for (const [name, value] of Object.entries(members)) {
    if (!known.includes(name)) throw unknownMember(place, name, known);
    if (value === undefined || (value === false && Object.hasOwn(switchable, name))) continue;
    const setting = settings.find(({ member }) => member === name);
    if (setting === undefined) checkGroup(name, value, place);
    else checkValue(setting, value, place);
  }
}

function checkGroup(group: string, value: unknown, place: string): void {
  const inside = settings.filter(({ member }) => member.startsWith(`${group}.`));
  const names = inside.map(({ member }) => member.slice(group.length + 1));
  if (!isObject(value)) {
    const off = Object.hasOwn(switchable, group) ? ", or false" : "";
    throw usageError(
      `Could not read ${place}: ${group}: expected an object with members such as ${names.slice(0, 3).join(", ")}${off}; got ${describe(value)}.`,
    );
  }
  for (const [name, member] of Object.entries(value)) {
    const setting = inside[names.indexOf(name)];
    if (setting === undefined)
      throw unknownMember(
        place,
        `${group}.${name}`,
        inside.map((one) => one.member),
      );
    if (member !== undefined) checkValue(setting, member, place);
  }
  const missing = switchable[group]?.find((name) => value[name] === undefined);
  if (missing !== undefined)
    throw usageError(`Could not read ${place}: ${group}.${missing}: expected a value, got nothing.`);
}

function checkValue(setting: Setting, value: unknown, place: string): void {
  const { fits, expected } = kindOf(setting);
  if (!fits(value, setting)) {
    const got = setting.isSecret === true ? `a ${typeof value}` : describe(value);
    throw usageError(
      `Could not read ${place}: ${setting.member}: expected ${expected(setting)}, got ${got}.`,
    );
  }
  const { values = [], kind } = setting;
  if (kind !== "numbers" || !isObject(value)) return;
  for (const name of Object.keys(value))
    if (!values.includes(name)) throw unknownMember(place, `${setting.member}.${name}`, values);
}

function unknownMember(place: string, name: string, known: readonly string[]): Error {
  const near = didYouMean(name.replace(/^(?:limits|failures)\./, ""), known);
  return usageError(`Could not read ${place}: the member "${name}" is not known.${near}`);
}

function isListed(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (!isObject(value)) return false;
  if (isIsolated(value) && "module" in value) return true;
  const { path, isolate, allow, limits, ...rest } = value;
  return (
    typeof path === "string" &&
    path !== "" &&
    (isolate === undefined || typeof isolate === "boolean") &&
    (allow === undefined || typeof allow === "string") &&
    (limits === undefined || isObject(limits)) &&
    Object.keys(rest).length === 0
  );
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" ? "a function" : JSON.stringify(value);
}
