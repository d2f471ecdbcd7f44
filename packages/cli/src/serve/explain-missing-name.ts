import { didYouMean } from "@wellhead/contract/names";
import * as sdk from "@wellhead/sdk";

/**
 * Explains the errors that JavaScript has for a name which a file uses and does not have.
 *
 * @param message - The message of the error
 * @returns A clause that says what to do; the message itself when it is about something else
 */
export function explainMissingName(message: string): string {
  const { exported, defined } =
    /^\(0 , \w+\.(?<exported>\w+)\) is not a function$|^(?<defined>\w+) is not defined$/.exec(message)
      ?.groups ?? {};
  const known = Object.keys(sdk);
  if (exported !== undefined)
    return `"${exported}" is not exported by the module that it is imported from.${didYouMean(exported, known)}`;
  if (defined === undefined) return message;
  return known.includes(defined)
    ? `"${defined}" is not imported. Import it from "@wellhead/sdk"`
    : `"${defined}" is not imported.${didYouMean(defined, known)}`;
}
