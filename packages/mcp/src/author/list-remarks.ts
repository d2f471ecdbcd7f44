import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import type { AuthorWorkspace, ListRemark } from "./author.js";

/** Maximum number of remarks that are shown. */
const maxRemarks = 5;

/** Schema of remarks. */
export const remarksSchema = z
  .array(z.object({ request: z.string(), remark: z.string() }))
  .describe(
    "What is conspicuous about how lists were read, such as a response that announces a page which was not requested: rows may be missing although the ending is whole. Fix each, or tell the person why it is right",
  );

/**
 * Prepares remarks for an answer.
 *
 * @param remarks - The remarks
 * @param workspace - Protects secrets, and limits the size
 * @returns The first ones
 */
export function shownRemarks(
  remarks: readonly ListRemark[],
  { redactor, maxAnswerBytes }: AuthorWorkspace,
): ListRemark[] {
  const shown = remarks.slice(0, maxRemarks).map(({ request, remark }) => ({
    request: redactor.cut(request, 200),
    remark: redactor.cut(remark, 500),
  }));
  return [...fitItems(shown, maxAnswerBytes / 10)];
}
