import {
  bool,
  type Choice,
  dateRange,
  type Field,
  type FieldMembers,
  type Fields,
  type Http,
  type LiveListOptions,
  list,
  memberAt,
  multiList,
  number,
  range,
  text,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { FilterConfig, OptionsConfig } from "../config/source-config.js";
import { makePaging } from "../paging/make-paging.js";
import { expandPath, expandQuery } from "../template/expand-template.js";

const plainFields: ReadonlyMap<FilterConfig["type"], (members: FieldMembers) => Field> = new Map<
  FilterConfig["type"],
  (members: FieldMembers) => Field
>([
  ["text", text],
  ["number", number],
  ["bool", bool],
  ["date", dateRange],
  ["range", range],
]);

/**
 * Creates the filter form that a configuration describes.
 *
 * @param config - Fields by id
 * @returns The form
 */
export function makeFilter(config: Readonly<Record<string, FilterConfig>> = {}): Fields {
  return Object.fromEntries(Object.entries(config).map(([id, field]) => [id, makeField(field)]));
}

function makeField(config: FilterConfig): Field {
  const { title, description, optional = false, type } = config;
  const members = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    optional,
  };
  const plain = plainFields.get(type);
  if (plain !== undefined) return plain(members);
  if (config.options === undefined) {
    const choices = { ...members, choices: config.choices ?? [] };
    return type === "multilist" ? multiList(choices) : list(choices);
  }
  const live = { ...members, ...liveOptions(config.options) };
  return type === "multilist" ? multiList(live) : list(live);
}

/** Returns options that are read from an endpoint. They require the fields whose placeholders its path contains. */
function liveOptions(config: OptionsConfig): Pick<LiveListOptions<string>, "requires" | "options"> {
  return {
    requires: [...config.path.matchAll(/\{([^{}.|]+)/g)].map(([, name = ""]) => name),
    options: ({ http, dependsOn }) => readOptions(http, config, dependsOn),
  };
}

function readOptions(http: Http, options: OptionsConfig, values: object): AsyncIterable<readonly Choice[]> {
  const { value, title = value, items, paging } = options;
  return http
    .pages(expandPath(options.path, values), {
      query: expandQuery(options.query, values),
      items,
      ...(paging && { paging: makePaging(paging, items) }),
    })
    .map((item) => {
      const found = scalarAt(item, value);
      return { title: String(scalarAt(item, title)), value: found };
    });
}

function scalarAt(item: unknown, path: string): string | number | boolean {
  // An item that is not an object is its own value, whatever the path.
  const found = typeof item === "object" ? memberAt(item, path) : item;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  throw upstreamInvalid(
    `Could not read the options: expected text or a number at "${path}" of every item, got another value.`,
  );
}
