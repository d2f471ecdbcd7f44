import { type ChartSpec, readChartSpec } from "../charts/chart-spec.js";
import { isRecord, type JsonRecord, parseJson } from "../json/record.js";

/** The parts of a connector's page that can be looked at. */
export const tabs = ["rows", "chart", "columns", "requests"] as const;

/** One of {@link tabs}. */
export type Tab = (typeof tabs)[number];

/** What is being looked at. It stands in the address, so it holds no account. */
export interface ViewState {
  /** Base address of the connector; `undefined` on the list of connectors. */
  readonly base: string | undefined;
  readonly source: string | undefined;
  /** Values of the filter form, as they are typed. */
  readonly filter: JsonRecord;
  readonly tab: Tab;
  readonly chart: ChartSpec | undefined;
}

/** The list of connectors. */
export const listView: ViewState = {
  base: undefined,
  source: undefined,
  filter: {},
  tab: "rows",
  chart: undefined,
};

/** Reads what is being looked at from the part of an address after `#`. What cannot be read is left out. */
export function parseView(hash: string): ViewState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const filter = parseJson(parameters.get("filter") ?? "");
  const tab = parameters.get("tab");
  return {
    base: readBase(parameters.get("connector")),
    source: parameters.get("source") ?? undefined,
    filter: isRecord(filter) ? filter : {},
    tab: tabs.find((known) => known === tab) ?? "rows",
    chart: readChartSpec(parseJson(parameters.get("chart") ?? "")),
  };
}

/** Writes what is being looked at for the part of an address after `#`. */
export function formatView(view: ViewState): string {
  const parameters = new URLSearchParams();
  if (view.base !== undefined) parameters.set("connector", view.base);
  if (view.source !== undefined) parameters.set("source", view.source);
  if (Object.keys(view.filter).length > 0) parameters.set("filter", JSON.stringify(view.filter));
  if (view.tab !== "rows") parameters.set("tab", view.tab);
  if (view.chart !== undefined) parameters.set("chart", JSON.stringify(view.chart));
  return parameters.toString();
}

/** A base address is a path of this service or an address of the web; anything else is refused. */
export function readBase(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (/^\/(?!\/)/.test(text)) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  return `${url.origin}${url.pathname}`;
}
