import { fitItems } from "../answers/fit.js";
import type { AuthorWorkspace, ListRemark } from "./author.js";

/** Maximum number of remarks that are shown. */
const maxRemarks = 5;

/**
 * Prepares remarks for an answer.
 *
 * @param remarks - The remarks
 * @param workspace - Protects secrets, and limits the size
 * @returns Each sentence with its request, as far as they fit
 */
export function shownRemarks(
  remarks: readonly ListRemark[],
  { redactor, maxAnswerBytes }: AuthorWorkspace,
): string[] {
  const shown = remarks
    .slice(0, maxRemarks)
    .map(({ request, remark }) => `${redactor.cut(remark, 500)} [${redactor.cut(request, 200)}]`);
  return [...fitItems(shown, maxAnswerBytes / 10)];
}
