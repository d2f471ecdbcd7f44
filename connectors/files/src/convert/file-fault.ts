/** A problem with the content of a file. Any other error is a problem of the machine. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  /** How to fix it, as a sentence. */
  readonly advice: string;

  /**
   * @param message - What is wrong with the file, as the end of a sentence without a full stop
   * @param advice - How to fix it
   */
  constructor(message: string, advice = "Correct the file.") {
    super(message);
    this.advice = advice;
  }
}

/**
 * Creates the fault for a file whose data is damaged.
 *
 * @param reason - Evidence of the damage
 * @returns The fault
 */
export function damaged(reason: string): FileFault {
  return new FileFault(`the data is damaged (${reason})`, "Replace the file with a complete copy.");
}

/**
 * Creates the fault for a file that is encrypted.
 *
 * @returns The fault
 */
export function encrypted(): FileFault {
  return new FileFault("it is encrypted", "Store it without encryption.");
}
