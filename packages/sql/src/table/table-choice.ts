import type { DayRange, DecimalRange } from "@wellhead/sdk";

/** What a person chose in the form of a table. */
export interface TableChoice {
  readonly schema?: string | undefined;
  readonly table: string;
  readonly columns?: readonly string[] | undefined;
  readonly dateColumn?: string | undefined;
  readonly period?: DayRange | undefined;
  readonly numberColumn?: string | undefined;
  readonly numberRange?: DecimalRange | undefined;
  readonly valueColumn?: string | undefined;
  readonly values?: readonly string[] | undefined;
  readonly isNull?: readonly string[] | undefined;
  readonly isNotNull?: readonly string[] | undefined;
  readonly textColumn?: string | undefined;
  readonly textContains?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly descending?: boolean | undefined;
}
