import { BrokenStream } from "./broken-stream.js";
import { checkRow } from "./check-row.js";
import { endOfText } from "./end-of-text.js";
import { codes } from "./json-codes.js";
import { longestRow, type RowSplitter } from "./row-splitter.js";

/** What may come next outside a row. */
type Expectation = "array" | "first" | "row" | "separator" | "nothing";

/** Takes a JSON array of objects apart without parsing it as a whole: memory holds one row and one chunk. */
export class JsonArraySplitter implements RowSplitter {
  #expects: Expectation = "array";
  /** The piece of a row that has arrived. */
  #pending = "";
  /** How far the piece has been looked at. */
  #position = 0;
  #depth = 0;
  #inText = false;

  push(chunk: string, rows: string[]): void {
    const text = this.#pending + chunk;
    let start = 0;
    let position = this.#position;
    while (position < text.length) {
      if (this.#depth === 0) {
        position = this.#readOutside(text, position);
        start = this.#depth === 0 ? position : position - 1;
      } else {
        position = this.#readInside(text, position);
        if (this.#depth > 0) break;
        rows.push(checkRow(text.slice(start, position)));
        start = position;
      }
    }
    this.#pending = text.slice(start);
    this.#position = position - start;
    if (this.#pending.length > longestRow) {
      throw new BrokenStream("cut", `found a row of more than ${longestRow} characters, wanted smaller ones`);
    }
  }

  end(): void {
    if (this.#expects === "nothing") return;
    if (this.#expects === "array") {
      throw new BrokenStream("cut", "found nothing, wanted a JSON array");
    }
    throw new BrokenStream(
      "cut",
      this.#depth === 0 ? "the array was never closed" : "the stream ended inside a row",
    );
  }

  /** Reads one sign between rows. */
  #readOutside(text: string, position: number): number {
    const sign = text.charCodeAt(position);
    if (sign === 32 || (sign >= 9 && sign <= 13) || (sign === 0xfeff && this.#expects === "array")) {
      return position + 1;
    }
    if (this.#expects === "array" && sign === codes.openArray) this.#expects = "first";
    else if (this.#expects === "separator" && sign === codes.comma) this.#expects = "row";
    else if (sign === codes.closeArray && ["first", "separator"].includes(this.#expects)) {
      this.#expects = "nothing";
    } else if (sign === codes.openObject && ["first", "row"].includes(this.#expects)) {
      this.#depth = 1;
      this.#expects = "separator";
    } else {
      throw new BrokenStream("cut", `found "${text.slice(position, position + 40)}", ${this.#wanted()}`);
    }
    return position + 1;
  }

  #wanted(): string {
    if (this.#expects === "array") return "wanted a JSON array";
    if (this.#expects === "separator") return 'wanted "," or "]" after a row';
    return this.#expects === "nothing" ? 'wanted nothing after "]"' : "wanted an object for every row";
  }

  /** Reads on inside a row, to its end or to the end of the text. */
  #readInside(text: string, from: number): number {
    let position = from;
    while (position < text.length) {
      if (this.#inText) {
        const end = endOfText(text, position);
        if (end === -1) return text.length;
        position = end;
        this.#inText = false;
        continue;
      }
      const sign = text.charCodeAt(position);
      position += 1;
      if (sign === codes.quote) this.#inText = true;
      else if (sign === codes.openObject || sign === codes.openArray) this.#depth += 1;
      else if (sign === codes.closeObject || sign === codes.closeArray) {
        this.#depth -= 1;
        if (this.#depth === 0) return position;
      }
    }
    return position;
  }
}
