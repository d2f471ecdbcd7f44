import { useSignal } from "@preact/signals";
import type {
  ColumnKind,
  ColumnProfile,
  RowCondition,
  RowSelection,
  TableColumn,
} from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Drawer } from "../../controls/drawer.js";
import { formatCount, formatFigure } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { ResultData } from "../data/result-data.js";
import { columnFacts } from "./column-facts.js";
import { ValueBars } from "./value-bars.js";

/** Props of `ColumnDrawer`: a column, and the rows whose figures are shown. */
export interface ColumnDrawerProps {
  readonly column: TableColumn;
  readonly data: ResultData;
  readonly selection: RowSelection;
  /** Shows only the rows that meet a condition. */
  readonly filter: (condition: RowCondition) => void;
  readonly close: () => void;
}

/** Shows the figures of a column next to the table. They are computed from all rows that the table shows. */
export function ColumnDrawer({ column, data, selection, filter, close }: ColumnDrawerProps): JSX.Element {
  const profile = useSignal<ColumnProfile | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    let isCurrent = true;
    data.fetchProfiles([column.name], true, selection).then(
      ([found]) => {
        if (isCurrent) profile.value = found;
      },
      (error: unknown) => {
        if (isCurrent)
          problem.value = error instanceof Error ? error.message : "Could not profile the column.";
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [data, column.name, JSON.stringify(selection)]);
  return (
    <Drawer
      title={<bdi>{visibleText(column.declared?.name ?? column.key ?? column.name, 80)}</bdi>}
      close={close}
    >
      {problem.value === "" ? null : <p class="notice">{visibleText(problem.value, 300)}</p>}
      {profile.value === undefined ? (
        <p class="skeleton" />
      ) : (
        <Figures column={column} profile={profile.value} filter={filter} />
      )}
    </Drawer>
  );
}

interface FiguresProps extends Pick<ColumnDrawerProps, "column" | "filter"> {
  readonly profile: ColumnProfile;
}

function Figures({ column, profile, filter }: FiguresProps): JSX.Element {
  const facts = columnFacts(profile);
  return (
    <>
      <dl class="figures">
        {figureLines(column, profile).map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>{visibleText(text, 200)}</dd>
          </>
        ))}
      </dl>
      {facts.bins.length > 0 ? <ValueBars facts={facts} /> : null}
      <CommonValues column={column} profile={profile} filter={filter} />
    </>
  );
}

function figureLines(
  { type, declared, unread: texts }: TableColumn,
  profile: ColumnProfile,
): readonly (readonly [name: string, text: string])[] {
  const {
    rows,
    nulls,
    unread = 0,
    distinct,
    min,
    median,
    mean,
    max,
    sum,
    firstQuartile,
    thirdQuartile,
  } = profile;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["Declared type", declared?.type],
    ["Actual type", `${kindNames[profile.kind]} (${type})`],
    ["Rows", formatCount(rows)],
    ["Missing", formatCount(nulls - unread)],
    ["Not in the calendar", unread === 0 ? "" : `${formatCount(unread)}, such as ${texts?.first ?? ""}`],
    ["Distinct", formatCount(distinct)],
    ["Minimum", min],
    ["First quartile", firstQuartile],
    ["Median", median],
    ["Mean", mean],
    ["Third quartile", thirdQuartile],
    ["Maximum", max],
    ["Sum", sum],
  ];
  const shown = (text: string): string => (profile.kind === "number" ? formatFigure(text) : text);
  return lines.flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [[name, shown(text)] as const],
  );
}

const kindNames: Readonly<Record<ColumnKind, string>> = {
  number: "number",
  boolean: "true or false",
  date: "date",
  time: "time without a zone",
  instant: "point in time",
  text: "text",
  nested: "nested value",
};

/** The most frequent values. Each filters the rows by itself. */
function CommonValues({ column, profile, filter }: FiguresProps): JSX.Element | null {
  const { common = [], rows, nulls, kind } = profile;
  // The engine compares neither nested values nor the beginning of a long text.
  const isFilter = kind !== "nested";
  if (common.length === 0) return null;
  return (
    <section aria-label="Most frequent values">
      <h3>Most frequent values</h3>
      <ul class="common">
        {common.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              disabled={!isFilter || value.length >= maxCompared}
              style={{ backgroundSize: `${(count / Math.max(1, rows - nulls)) * 100}% 100%` }}
              onClick={() => filter({ column: column.name, operator: "equals", value })}
            >
              <bdi class="one-line">{value === "" ? "(blank)" : visibleText(value, 80)}</bdi>
              <span>{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Length from which the text of a value may be only its beginning. */
const maxCompared = 400;
