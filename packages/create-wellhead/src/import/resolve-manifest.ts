import { type Members, membersOf } from "../openapi/members.js";

/** Maximum levels of references. */
const maxLevels = 60;

/**
 * Resolves a manifest: references to definitions, and parameters that a component passes to those within it. What is next to a reference replaces members of its target.
 *
 * @param root - The manifest
 * @returns The manifest without references
 */
export function resolveManifest(root: Members): Members {
  const resolve = (value: unknown, parameters: Members, level: number): unknown => {
    if (level > maxLevels) return undefined;
    if (typeof value === "string") {
      const target = /^\*ref\((?<path>.*)\)$/.exec(value)?.groups?.["path"];
      if (target !== undefined) return resolve(at(root, target), parameters, level + 1);
      return value.startsWith("#/") && at(root, value) !== undefined
        ? resolve(at(root, value), parameters, level + 1)
        : withParameters(value, parameters);
    }
    if (Array.isArray(value)) return value.map((one: unknown) => resolve(one, parameters, level + 1));
    if (typeof value !== "object" || value === null) return value;
    const { $ref: reference, $parameters: own, ...members } = membersOf(value);
    const target = typeof reference === "string" ? membersOf(at(root, reference)) : {};
    const { $parameters: inherited, ...base } = target;
    // A parameter of an outer component replaces that of an inner one.
    const all = { ...membersOf(inherited), ...membersOf(own), ...parameters };
    const merged = "$ref" in base ? membersOf(resolve(target, all, level + 1)) : base;
    const resolved = Object.entries({ ...merged, ...members }).map(
      ([name, member]) => [name, resolve(member, all, level + 1)] as const,
    );
    const known = Object.fromEntries(resolved);
    // Parameters are also members of the components that have such a member.
    return { ...(typeof known["type"] === "string" && { ...passed(all, known) }), ...known };
  };
  return membersOf(resolve(root, {}, 0));
}

/** Members that components take from parameters. */
const passable: Readonly<Record<string, readonly string[]>> = {
  DeclarativeStream: ["name", "primary_key"],
  HttpRequester: ["path", "url_base"],
  DpathExtractor: ["field_path"],
};

function passed(parameters: Members, { type }: Members): Members {
  const names = passable[String(type)] ?? [];
  return Object.fromEntries(
    names.filter((name) => name in parameters).map((name) => [name, parameters[name]]),
  );
}

function at(root: Members, reference: string): unknown {
  const names = reference.replace(/^#?\/?/, "").split("/");
  return names.reduce<unknown>((here, name) => membersOf(here)[name], root);
}

/** Fills in `{{ parameters['name'] }}`, `{{ parameters.name }}` and `{{ parameters.get('name') }}`. */
function withParameters(text: string, parameters: Members): string {
  return text.replaceAll(/\{\{\s*parameters(?<path>[^{}]*)\}\}/g, (whole, path: string) => {
    const name = /^(?:\.get\()?[.[(]?['"]?(?<name>[\w-]+)/.exec(path)?.groups?.["name"] ?? "";
    const value = parameters[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
}
