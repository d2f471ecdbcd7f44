import { streamErrorKey } from "@wellhead/contract/vocabulary";
import type { Output } from "../../terminal/terminal.js";
import { write } from "../../terminal/write.js";
import type { Abandonment, RowOutput } from "./row-output.js";

/** Writes rows as NDJSON to standard output. An incomplete stream ends with the contract's error record. */
export class StdoutOutput implements RowOutput {
  readonly #output: Output;

  /** @param output - Standard output */
  constructor(output: Output) {
    this.#output = output;
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length > 0) await write(this.#output, `${rows.join("\n")}\n`);
  }

  async finish(): Promise<void> {
    // Nothing to do: every row has been written, and NDJSON has no end marker.
  }

  async abandon({ message, code }: Abandonment): Promise<string> {
    await write(this.#output, `${JSON.stringify({ [streamErrorKey]: { message, code } })}\n`);
    return "The last line of the output says so too.";
  }
}
