import { usageError } from "../../command-line/command-error.js";
import { type ChosenSetting, chooseSetting, memberOf, type SettingSources } from "./choose-setting.js";
import { isObject } from "./kinds.js";
import type { Setting } from "./setting.js";
import { settings } from "./settings-table.js";

const ownVariable = /^WELLHEAD_ALLOW_(?<id>[A-Z0-9_]+)$/;

/** The values of all settings, each with its origin. */
export class ChosenSettings {
  /** The settings in the order of their table. */
  readonly all: readonly ChosenSetting[];
  /** Lists of addresses by connector id, or `*` for all others. */
  readonly allow: ReadonlyMap<string, ChosenSetting>;

  /**
   * @param sources - Command line, environment and configuration file
   * @throws CommandError when the text of an option or a variable cannot be parsed
   */
  constructor(sources: SettingSources) {
    this.all = settings.flatMap((setting) =>
      setting.kind === "addresses" ? [] : [chooseSetting(setting, sources)],
    );
    this.allow = new Map(settings.filter(({ kind }) => kind === "addresses").flatMap(chooseLists(sources)));
  }

  /** Returns the value of a setting with its origin. */
  of(member: string): ChosenSetting {
    const found = this.all.find(({ setting }) => setting.member === member);
    if (found === undefined)
      throw new TypeError(`Could not find the setting "${member}": it is not in the table.`);
    return found;
  }

  /** Returns a text; `undefined` when it is not set. */
  text(member: string): string | undefined {
    const { value } = this.of(member);
    return typeof value === "string" ? value : undefined;
  }

  /** Returns a number; `undefined` when it is not set. */
  number(member: string): number | undefined {
    const { value } = this.of(member);
    return typeof value === "number" ? value : undefined;
  }

  /** Returns whether a switch is on; `undefined` when it is not set. */
  isOn(member: string): boolean | undefined {
    const { value } = this.of(member);
    return typeof value === "boolean" ? value : undefined;
  }

  /**
   * Returns the values of a group that options and the file set. The service itself reads the variables.
   *
   * @param group - First part of the member, such as `callers`
   * @returns Values by the second part
   */
  group(group: string): Readonly<Record<string, unknown>> {
    const set = this.all.filter(
      ({ setting, layer }) =>
        setting.member.startsWith(`${group}.`) && (layer === "option" || layer === "file"),
    );
    return Object.fromEntries(
      set.map(({ setting, value }) => [setting.member.slice(group.length + 1), value]),
    );
  }
}

/** Chooses the lists of addresses, each by itself. */
function chooseLists(
  sources: SettingSources,
): (setting: Setting) => readonly (readonly [string, ChosenSetting])[] {
  return (setting) => {
    const lists = new Map<string, ChosenSetting>();
    const add = (id: string, chosen: Omit<ChosenSetting, "setting">): void => {
      lists.set(id, { setting: { ...setting, member: `${setting.member}.${id}` }, ...chosen });
    };
    const { file, commandLine } = sources;
    const configured = memberOf(file?.config, "allow");
    if (file !== undefined && isObject(configured))
      for (const [id, value] of Object.entries(configured))
        add(id, { layer: "file", from: file.path, value });
    for (const [name, value] of Object.entries(sources.terminal.env)) {
      const id = name === setting.variable ? "*" : ownVariable.exec(name)?.groups?.["id"];
      if (id === undefined || value === undefined) continue;
      // An id is lower case with dashes, so the same variable belongs to the list that the file has for it.
      const known = [...lists.keys()].find((one) => one.toUpperCase().replaceAll("-", "_") === id);
      add(known ?? id.toLowerCase().replaceAll("_", "-"), { layer: "variable", from: name, value });
    }
    const typed = typedLists(commandLine.values("allow"));
    for (const [id, value] of typed) add(id, { layer: "option", from: "--allow", value });
    return [...lists];
  };
}

function typedLists(values: readonly string[]): ReadonlyMap<string, string> {
  const typed = new Map<string, string>();
  for (const value of values) {
    const { id, list } = /^(?<id>[a-z0-9-]+)=(?<list>.*)$/.exec(value)?.groups ?? {};
    if (id === undefined || list === undefined) {
      throw usageError(
        `Could not read --allow: expected a connector and addresses, such as postgres=10.1.0.0/16:5432, got "${value}". For all connectors set WELLHEAD_ALLOW.`,
      );
    }
    const before = typed.get(id);
    typed.set(id, before === undefined ? list : `${before},${list}`);
  }
  return typed;
}
