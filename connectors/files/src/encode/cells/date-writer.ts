import { type ByteWriter, writeDigits } from "@wellhead/rows";
import { Memo } from "./memo.js";

/** Days of 400 years, after which the calendar repeats. */
const daysPerEra = 146_097;

/** Days from 0000-03-01 to 1970-01-01. */
const epoch = 719_468;

/** Writes days as `YYYY-MM-DD`. It caches the last one, because neighbouring rows often have the same day. */
export class DateWriter {
  readonly #writer: ByteWriter;
  readonly #last = new Memo();

  /** @param writer - Where to write */
  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  /**
   * Writes a day. A year outside 0000 to 9999 gets a sign and six digits, as in ISO 8601.
   *
   * @param day - Days since 1970-01-01
   */
  write(day: number): void {
    const writer = this.#writer;
    if (this.#last.has(day)) {
      writer.append(this.#last);
      return;
    }
    writer.reserve(16);
    const begin = writer.length;
    writeCalendarDay(writer, day);
    this.#last.keep(day, writer, begin);
  }
}

/** Converts a day count to a calendar date, calculated with years that begin on March 1, and writes it. */
function writeCalendarDay(writer: ByteWriter, day: number): void {
  const shifted = day + epoch;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  writeYear(writer, year);
  writer.bytes[writer.length++] = 0x2d;
  writeDigits(writer, month, 2);
  writer.bytes[writer.length++] = 0x2d;
  writeDigits(writer, dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1, 2);
}

function writeYear(writer: ByteWriter, year: number): void {
  if (year >= 0 && year <= 9999) {
    writeDigits(writer, year, 4);
    return;
  }
  writer.bytes[writer.length++] = year < 0 ? 0x2d : 0x2b;
  writeDigits(writer, Math.abs(year), 6);
}
