import { kindOf } from "./kinds.js";
import type { Setting } from "./setting.js";
import { settings, switchable } from "./settings-table.js";

/**
 * Creates the JSON Schema of a configuration file.
 *
 * @returns The schema, draft 2020-12
 */
export function configSchema(): object {
  const names = [...new Set(settings.map(({ member }) => member.split(".")[0] ?? ""))];
  const properties = names.map((name) => {
    const own = settings.find(({ member }) => member === name);
    return [name, own === undefined ? groupSchema(name) : schemaOf(own)] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of wellhead serve",
    type: "object",
    required: ["connectors"],
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...Object.fromEntries(properties) },
  };
}

function groupSchema(name: string): object {
  const members = settings.filter(({ member }) => member.startsWith(`${name}.`));
  const required = switchable[name];
  const object = {
    type: "object",
    ...(required && { required }),
    additionalProperties: false,
    properties: Object.fromEntries(
      members.map((setting) => [setting.member.slice(name.length + 1), schemaOf(setting)]),
    ),
  };
  return required ? { anyOf: [object, { const: false }] } : object;
}

function schemaOf(setting: Setting): object {
  const description = `${setting.meaning}. Default: ${setting.default}.`.replace(
    /\[([^\]]*)\]\([^)]*\)/g,
    "$1",
  );
  return { description, ...kindOf(setting).schema(setting) };
}
