import { didYouMean } from "@wellhead/sdk";
import { meaningFault } from "./read-value.js";
import type { FilterConfig, SourceConfig } from "./source-config.js";

/** Formats of an instant in a placeholder. */
export const instantFormats = ["date", "iso", "epoch", "epochms"] as const;

/** A `{…}` in a template. */
const braces = /\{([^{}]*)\}/g;

/** Placeholders that a template may contain. */
interface KnownNames {
  readonly filter: NonNullable<SourceConfig["filter"]>;
  /** Further names, such as `parent`. */
  readonly names: readonly string[];
  /** Names whose value is an instant. */
  readonly instants: readonly string[];
}

/**
 * Checks what a source's members mean together: that each placeholder has a value, and that nothing is ignored.
 *
 * @param source - The source
 * @param path - Path of the source in the configuration
 * @throws MeaningFault naming the first error
 */
export function checkSource(source: SourceConfig, path: string): void {
  const { filter = {}, parents, job, body, graphql, changes } = source;
  const reserved = [
    ...(parents === undefined ? [] : ["parent"]),
    ...(job === undefined ? [] : ["job"]),
    ...(changes === undefined ? [] : ["since"]),
  ];
  const taken = reserved.find((name) => Object.hasOwn(filter, name));
  if (taken !== undefined)
    throw meaningFault(
      `${path}.filter.${taken}`,
      `expected another id, because {${taken}} has a meaning of its own`,
    );
  const fields = new TemplateCheck({ filter, names: [], instants: [] });
  const values = new TemplateCheck({
    filter,
    names: reserved.filter((name) => name !== "job" && name !== "since"),
    instants: changes === undefined ? [] : ["since"],
  });
  fields.check(parents?.path, `${path}.parents.path`);
  fields.check(parents?.query, `${path}.parents.query`);
  values.check(job?.start, `${path}.job.start`);
  const status = values.with(["job"]);
  status.check(job?.status, `${path}.job.status`);
  const all = values.with(job === undefined ? [] : ["job"]);
  all.check(source.path, `${path}.path`);
  all.check(source.query, `${path}.query`);
  all.check(body, `${path}.body`);
  all.check(graphql?.variables, `${path}.graphql.variables`);
  const used = new Set([...fields.used, ...values.used, ...all.used, ...checkOptions(filter, path)]);
  for (const name of status.used) if (name !== "job") used.add(name);
  checkUse(source, { path, used, reserved });
}

/** Checks the placeholders of live options; returns the fields that they name. */
function checkOptions(filter: KnownNames["filter"], path: string): readonly string[] {
  return Object.entries(filter).flatMap(([id, { options }]) => {
    const others = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== id));
    const check = new TemplateCheck({ filter: others, names: [], instants: [] });
    check.check(options?.path, `${path}.filter.${id}.options.path`);
    check.check(options?.query, `${path}.filter.${id}.options.query`);
    return [...check.used];
  });
}

/** Throws for what would be ignored: a filter field, a parent, an export, or a column of their own. */
function checkUse(
  source: SourceConfig,
  {
    path,
    used,
    reserved,
  }: { readonly path: string; readonly used: ReadonlySet<string>; readonly reserved: readonly string[] },
): void {
  const { filter = {}, fields, keyed, parents, job } = source;
  for (const [id, { type }] of Object.entries(filter)) {
    if ([...used].some((name) => name.split(".", 1)[0] === id)) continue;
    const form = isRange(type) ? `{${id}.min} and {${id}.max}` : `{${id}}`;
    throw meaningFault(
      `${path}.filter.${id}`,
      `expected ${form} in path, query or body, got a field that no request uses`,
    );
  }
  if (reserved.includes("parent") && !used.has("parent"))
    throw meaningFault(
      `${path}.parents`,
      "expected {parent} in path, query or body, got a list that ignores its parents",
    );
  if (job !== undefined && job.file === undefined && !used.has("job"))
    throw meaningFault(
      `${path}.job`,
      "expected {job} in path or query, or the path of the file's address in file, got neither",
    );
  if (reserved.includes("since") && !used.has("since"))
    throw meaningFault(
      `${path}.changes`,
      "expected {since} in query or body, got a list that is always read whole",
    );
  const columns = [
    ["keyed", keyed],
    ["parents.column", parents?.column],
  ] as const;
  for (const [member, column] of columns) {
    if (column === undefined || fields === undefined || Object.hasOwn(fields, column)) continue;
    throw meaningFault(`${path}.${member}`, `expected one of the columns in fields, got "${column}"`);
  }
}

function isRange(type: FilterConfig["type"]): boolean {
  return type === "date" || type === "range";
}

/** Checks placeholders, and notes which names they use. */
class TemplateCheck {
  readonly used = new Set<string>();
  readonly #known: KnownNames;

  constructor(known: KnownNames) {
    this.#known = known;
  }

  /** Returns a check that allows further names. */
  with(names: readonly string[]): TemplateCheck {
    return new TemplateCheck({ ...this.#known, names: [...this.#known.names, ...names] });
  }

  /** Checks the placeholders in every text of a value. */
  check(template: unknown, path: string): void {
    if (typeof template === "object" && template !== null) {
      for (const [key, one] of Object.entries(template)) this.check(one, `${path}.${key}`);
    }
    if (typeof template !== "string") return;
    for (const [, content = ""] of template.matchAll(braces)) this.#checkOne(content, path);
  }

  #checkOne(content: string, path: string): void {
    const [name = "", format, ...more] = content.split("|");
    const forms = this.#forms();
    if (!forms.includes(name)) {
      const list = forms.map((form) => `{${form}}`).join(", ");
      const near = didYouMean(name, forms);
      throw meaningFault(
        path,
        `expected one of the filter's fields (${list || "there is none"}), got {${name}}${near === "" ? "" : `.${near}`}`,
      );
    }
    this.used.add(name);
    if (format === undefined) return;
    const isFormat = instantFormats.some((known) => known === format) && more.length === 0;
    if (!isFormat) {
      const given = [format, ...more].join("|");
      const near = didYouMean(given, instantFormats);
      throw meaningFault(
        path,
        `expected one of the formats ${instantFormats.join(", ")}, got |${given}${near === "" ? "" : `.${near}`}`,
      );
    }
    if (!this.#isInstant(name))
      throw meaningFault(path, `expected no format, because {${name}} is not a date, got |${format}`);
  }

  #forms(): readonly string[] {
    const { filter, names, instants } = this.#known;
    const fields = Object.entries(filter).flatMap(([id, { type }]) =>
      isRange(type) ? [`${id}.min`, `${id}.max`] : [id],
    );
    return [...fields, ...names, ...instants];
  }

  #isInstant(name: string): boolean {
    const { filter, instants } = this.#known;
    const [id = ""] = name.split(".", 1);
    const type = filter[id]?.type;
    return instants.includes(name) || type === "date" || type === "text";
  }
}
