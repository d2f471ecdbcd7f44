import { resolve } from "node:path";
import type { Arguments } from "../../command-line/arguments.js";
import type { Terminal } from "../../terminal/terminal.js";
import { isObject, kindOf } from "./kinds.js";
import type { Setting } from "./setting.js";

/** The source a value comes from: each takes precedence over those after it. */
export type SettingLayer = "option" | "variable" | "file" | "default";

/** Everything that settings are read from. */
export interface SettingSources {
  readonly commandLine: Arguments;
  /** Provides the environment, with the values of secret files, and the folder of paths on the command line. */
  readonly terminal: Pick<Terminal, "env" | "directory">;
  /** The configuration file; `undefined` when there is none. */
  readonly file: { readonly path: string; readonly folder: string; readonly config: object } | undefined;
  /** The environment as it was before secret files were read. Default: that of the terminal. */
  readonly givenEnv?: Terminal["env"] | undefined;
}

/** The value of a setting, and where it comes from. */
export interface ChosenSetting {
  readonly setting: Setting;
  readonly layer: SettingLayer;
  /** The option, the variable, the file, or `default`. */
  readonly from: string;
  /** The value; `undefined` when the default applies. */
  readonly value: unknown;
}

/**
 * Chooses the value of a setting: the option of the command line, else the environment variable, else the member of
 * the configuration file.
 *
 * @param setting - The setting
 * @param sources - Command line, environment and file
 * @returns The value and its origin
 * @throws CommandError when the text of an option or a variable cannot be parsed
 */
export function chooseSetting(setting: Setting, sources: SettingSources): ChosenSetting {
  return (
    fromOption(setting, sources) ??
    fromVariable(setting, sources) ??
    fromFile(setting, sources) ?? { setting, layer: "default", from: "default", value: undefined }
  );
}

function fromOption(setting: Setting, { commandLine, terminal }: SettingSources): ChosenSetting | undefined {
  const { option, kind } = setting;
  if (option === undefined) return undefined;
  if (kind === "switch" && commandLine.has(`no-${option}`))
    return { setting, layer: "option", from: `--no-${option}`, value: false };
  if (!commandLine.has(option)) return undefined;
  const typed = commandLine.value(option) ?? "";
  const value = (): unknown => {
    if (kind === "switch") return true;
    if (kind === "file") return resolve(terminal.directory, typed);
    if (kind === "list") return commandLine.values(option).flatMap((one) => one.split(","));
    if (kind === "port") return commandLine.count(option, 65_535);
    if (kind === "count") return commandLine.count(option);
    if (kind === "addresses") return commandLine.values(option);
    return typed;
  };
  return { setting, layer: "option", from: `--${option}`, value: value() };
}

function fromVariable(
  setting: Setting,
  { terminal: { env, directory }, givenEnv = env }: SettingSources,
): ChosenSetting | undefined {
  const { variable, kind } = setting;
  const text = variable === undefined ? undefined : env[variable];
  if (variable === undefined || !text) return undefined;
  const origin = (): string => {
    if (givenEnv[variable]) return variable;
    return givenEnv[`${variable}_FILE`] ? `${variable}_FILE` : `systemd credential ${variable}`;
  };
  const value = kind === "file" ? resolve(directory, text) : kindOf(setting).parse(text, variable, setting);
  return { setting, layer: "variable", from: origin(), value };
}

function fromFile(setting: Setting, { file }: SettingSources): ChosenSetting | undefined {
  if (file === undefined) return undefined;
  const [first = "", second] = setting.member.split(".");
  const outer = memberOf(file.config, first);
  const value = second === undefined ? outer : memberOf(outer, second);
  if (value === undefined) return undefined;
  const resolved = setting.kind === "file" && typeof value === "string" ? resolve(file.folder, value) : value;
  return { setting, layer: "file", from: file.path, value: resolved };
}

/**
 * Returns a member of an object.
 *
 * @param value - Any value
 * @param name - Name of the member
 * @returns Its value; `undefined` when the value is not an object, such as in `tls: false`
 */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
