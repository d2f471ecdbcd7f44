import type { RowCondition, SortColumn } from "@wellhead/workbench/protocol";
import { isRecord, type JsonRecord, parseJson } from "../../text/record.js";
import { type PlotSpec, readPlotSpec } from "./plot-spec.js";
import { formatConditions, readConditions } from "./row-conditions.js";
import { readSummarySpec, type SummarySpec } from "./summary-spec.js";

/** The tabs of a connector's page. */
export const tabs = [
  "rows",
  "chart",
  "summary",
  "columns",
  "compare",
  "sql",
  "sync",
  "requests",
  "check",
] as const;

/** One of {@link tabs}. */
export type Tab = (typeof tabs)[number];

/** The current view. It is part of the address, so it does not contain an account. */
export interface ViewState {
  /** Base address of the connector; `undefined` until one is opened. */
  readonly base: string | undefined;
  readonly source: string | undefined;
  /** Values of the filter form with which rows were requested, as typed; secret values are not part of it. */
  readonly filter: JsonRecord;
  readonly tab: Tab;
  readonly chart: PlotSpec | undefined;
  readonly summary: SummarySpec | undefined;
  /** Text that the rows of the table contain; empty for all rows. */
  readonly search: string;
  /** Conditions that the rows of the table meet. */
  readonly where: readonly RowCondition[];
  /** Columns that the table is sorted by, the most significant first. */
  readonly sort: readonly SortColumn[];
  /** Statement that was run in the tab `sql`. */
  readonly sql: string | undefined;
}

/** The view before a connector is opened. */
export const emptyView: ViewState = {
  base: undefined,
  source: undefined,
  filter: {},
  tab: "rows",
  chart: undefined,
  summary: undefined,
  search: "",
  where: [],
  sort: [],
  sql: undefined,
};

/** Parses the view from the part of an address after `#`. Invalid parts are ignored. */
export function parseView(hash: string): ViewState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const filter = parseJson(parameters.get("filter") ?? "");
  const tab = parameters.get("tab");
  return {
    base: readBase(parameters.get("connector")),
    source: parameters.get("source") ?? undefined,
    filter: isRecord(filter) ? filter : {},
    tab: tabs.find((known) => known === tab) ?? "rows",
    chart: readPlotSpec(parseJson(parameters.get("chart") ?? "")),
    summary: readSummarySpec(parseJson(parameters.get("summary") ?? "")),
    search: parameters.get("search") ?? "",
    where: readConditions(parameters.get("where") ?? ""),
    sort: parameters.getAll("sort").flatMap((text) => readSort(text)),
    sql: parameters.get("sql") ?? undefined,
  };
}

/** Formats the view as the part of an address after `#`. */
export function formatView(view: ViewState): string {
  const parameters = new URLSearchParams();
  if (view.base !== undefined) parameters.set("connector", view.base);
  if (view.source !== undefined) parameters.set("source", view.source);
  if (Object.keys(view.filter).length > 0) parameters.set("filter", JSON.stringify(view.filter));
  if (view.tab !== "rows") parameters.set("tab", view.tab);
  if (view.chart !== undefined) parameters.set("chart", JSON.stringify(view.chart));
  if (view.summary !== undefined) parameters.set("summary", JSON.stringify(view.summary));
  if (view.search !== "") parameters.set("search", view.search);
  if (view.where.length > 0) parameters.set("where", formatConditions(view.where));
  for (const { column, isDescending } of view.sort)
    parameters.append("sort", `${isDescending === true ? "desc" : "asc"}:${column}`);
  if (view.sql !== undefined) parameters.set("sql", view.sql);
  return parameters.toString();
}

function readSort(text: string): readonly SortColumn[] {
  const [, direction, column] = /^(asc|desc):(.+)$/s.exec(text) ?? [];
  if (column === undefined) return [];
  return [direction === "desc" ? { column, isDescending: true } : { column }];
}

/** Parses a base address: a path of this service or a web address; anything else is rejected. */
export function readBase(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (/^\/(?!\/)/.test(text)) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  return `${url.origin}${url.pathname}`;
}
