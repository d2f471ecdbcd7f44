import { type ArrowField, type ArrowType, arrowMetadata, chooseArrowType } from "@wellhead/rows";
import type { Column } from "@wellhead/sdk";

/** What is known about a column before its type is chosen. */
export interface KnownColumn {
  readonly name: string;
  /** The column as the source declares it; `undefined` when it does not. */
  readonly declared: Column | undefined;
  /** Its type if the source knows it. Default: chosen by the declared column and the values. */
  readonly type?: ArrowType | undefined;
  /** Its values in the first rows. Default: none */
  readonly values?: readonly unknown[] | undefined;
}

/**
 * Describes a column in the schema of an Arrow stream.
 *
 * @param column - What is known about it
 * @returns The field of the schema
 */
export function arrowField({ name, declared, type, values = [] }: KnownColumn): ArrowField {
  const chosen = type ?? chooseArrowType(declared, values);
  const { title, description, column = numbersAsText(chosen, values) } = declared ?? {};
  const metadata = {
    ...(column !== undefined && { [arrowMetadata.type]: column }),
    ...(title !== undefined && { [arrowMetadata.title]: title }),
    ...(description !== undefined && { [arrowMetadata.description]: description }),
  };
  return { name, type: chosen, metadata };
}

/** The text of an undeclared column does not show that its values are numbers. */
function numbersAsText({ kind }: ArrowType, values: readonly unknown[]): "number" | undefined {
  const areNumbers = values.some((value) => typeof value === "number" || typeof value === "bigint");
  return kind === "text" && areNumbers ? "number" : undefined;
}
