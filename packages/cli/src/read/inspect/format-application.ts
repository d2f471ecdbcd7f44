import type { AccountKind, Application, Field, Option, Source } from "@wellhead/client";
import type { Paint } from "../../terminal/paint.js";
import type { FoundEndpoint } from "./find-endpoints.js";

/** Options of `formatApplication()`. */
export interface FormatApplicationOptions {
  readonly address: string;
  readonly application: Application;
  readonly endpoints: readonly FoundEndpoint[];
  readonly paint: Paint;
}

/**
 * Formats what a connector offers, for people to read.
 *
 * @param options - The connector and the styles
 * @returns The text, ending with a line feed
 */
export function formatApplication({
  address,
  application,
  endpoints,
  paint,
}: FormatApplicationOptions): string {
  const { name, version, id, description, accountKinds, sources } = application;
  const lines = [
    `${paint.bold(name || id)} ${paint.dim(`${id} ${version}`)}`,
    ...(description === "" ? [] : [description]),
    address,
    "",
    paint.bold("Accounts"),
    ...accountKinds.flatMap((kind) => formatKind(kind, paint)),
    "",
    paint.bold(`Sources (${sources.length})`),
    ...sources.flatMap((source) => formatSource(source, paint)),
    ...[explainNoSources(application) ?? []].flat().map((text) => `  ${text}`),
    "",
    paint.bold("Endpoints"),
    ...endpoints.map(
      ({ method, path, summary }) => `  ${method.padEnd(4)} ${path.padEnd(24)} ${paint.dim(summary)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Explains why a connector has no sources.
 *
 * @param application - Its description
 * @returns The explanation, or `undefined` when it has sources
 */
export function explainNoSources({ sources, raw }: Application): string | undefined {
  if (sources.length > 0) return undefined;
  const duties = raw["responsibleFor"];
  const synchronizes =
    typeof duties === "object" &&
    duties !== null &&
    "dataSynchronization" in duties &&
    duties.dataSynchronization === true;
  return synchronizes
    ? "None: this connector is of the third generation. It lists its types at POST /api/v1/synchronizer/config. wellhead pull --sync reads them."
    : 'None: "sources" in GET / is empty, so no rows can be asked for.';
}

function formatKind(kind: AccountKind, paint: Paint): string[] {
  return [`  ${paint.cyan(kind.id)}  ${kind.name}`, ...formatFields(kind.fields, paint)];
}

function formatSource(source: Source, paint: Paint): string[] {
  const mark = source.isDefault ? paint.dim(" (default)") : "";
  const title = source.name === source.id ? "" : `  ${source.name}`;
  return [
    `  ${paint.cyan(source.id)}${title}${mark}`,
    ...(source.description === "" ? [] : [`    ${source.description}`]),
    ...(source.filter.length === 0
      ? []
      : [`    ${paint.dim("filters")}`, ...formatFields(source.filter, paint)]),
    ...(source.columns === undefined
      ? [`    ${paint.dim("columns: known when they are read")}`]
      : [
          `    ${paint.dim("columns")}`,
          ...source.columns.map(({ id, type }) => `      ${id}  ${paint.dim(type)}`),
        ]),
  ];
}

function formatFields(fields: readonly Field[], paint: Paint): string[] {
  return fields.map((field) => {
    const facts = [
      field.type,
      field.required ? "required" : "optional",
      // Options listed in the field itself are printed below. The platform itself suggests the values of a date.
      ...(field.hasDatalist && field.options.length === 0 && field.type !== "date" ? ["live options"] : []),
      ...(field.dependsOn.length > 0 ? [`needs ${field.dependsOn.join(", ")}`] : []),
      ...(field.options.length > 0 ? [formatOptions(field.options)] : []),
    ];
    return `      ${field.id}  ${paint.dim(facts.join(", "))}`;
  });
}

function formatOptions(options: readonly Option[]): string {
  const shown = options
    .slice(0, 5)
    .map(({ value }) => String(value))
    .join("|");
  return `one of ${shown}${options.length > 5 ? "|…" : ""}`;
}
