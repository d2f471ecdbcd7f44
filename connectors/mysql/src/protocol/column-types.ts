/** Type numbers of the protocol. */
export const columnTypes = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  single: 4,
  double: 5,
  timestamp: 7,
  longLong: 8,
  medium: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  bit: 16,
  json: 245,
  newDecimal: 246,
  geometry: 255,
} as const;

const { tiny, short, year, long, medium, longLong, single, double, date, datetime, timestamp, time } =
  columnTypes;

/**
 * Returns whether the values of a type are sent as a length and that many bytes.
 *
 * @param type - Number of the type
 * @returns Whether they do
 */
export function isTextType(type: number): boolean {
  return sizeOfType(type) === 0;
}

/** Size of a value in bytes. 0 means a length-encoded size comes first; -1 means a one-byte size comes first. */
const sizes: ReadonlyMap<number, number> = new Map([
  [tiny, 1],
  [short, 2],
  [year, 2],
  [long, 4],
  [medium, 4],
  [longLong, 8],
  [single, 4],
  [double, 8],
  [date, -1],
  [datetime, -1],
  [timestamp, -1],
  [time, -1],
]);

/**
 * Returns the size of a type's values.
 *
 * @param type - Number of the type
 * @returns The size in bytes; 0 when a length-encoded size comes first, -1 when a one-byte size comes first
 */
export function sizeOfType(type: number): number {
  return sizes.get(type) ?? 0;
}
