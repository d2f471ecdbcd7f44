import type { AccountKind, Application, Field, Option, Source } from "@wellhead/client";
import type { Paint } from "../terminal/paint.js";
import type { FoundEndpoint } from "./find-endpoints.js";

/** Everything the summary is made of. */
export interface FormatApplicationOptions {
  readonly address: string;
  readonly application: Application;
  readonly endpoints: readonly FoundEndpoint[];
  readonly paint: Paint;
}

/**
 * Writes what a connector offers, for people.
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
    "",
    paint.bold("Endpoints"),
    ...endpoints
      .filter(({ offered }) => offered)
      .map(({ method, path, summary }) => `  ${method.padEnd(4)} ${path.padEnd(24)} ${paint.dim(summary)}`),
  ];
  return `${lines.join("\n")}\n`;
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
      // Options a field carries are shown themselves; those of a date are the platform's own suggestions.
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
