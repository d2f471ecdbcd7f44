import { z } from "zod";
import { fitItems, jsonBytes } from "../answers/fit.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";

const localOnly = { openWorldHint: false };

/** `search_docs`: sections of the documentation by words. */
export const searchDocs: AddTool<AuthorWorkspace> = defineTool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "Finds sections of the documentation of Wellhead by words or by the name of a function, such as pageNumber. Offline. Search before you guess an option.",
  annotations: localOnly,
  input: z.strictObject({ words: z.string().min(1).max(200) }),
  output: z.object({
    sections: z.array(
      z.object({ page: z.string().describe("Address for open_doc"), title: z.string(), excerpt: z.string() }),
    ),
  }),
  run: async ({ words }, { workspace: { author, maxAnswerBytes } }) => ({
    sections: [...fitItems([...author.searchDocuments(words)], maxAnswerBytes - 200)],
  }),
});

/** `open_doc`: a page of the documentation. */
export const openDoc: AddTool<AuthorWorkspace> = defineTool({
  name: "open_doc",
  title: "Open a page of the documentation",
  description: "Returns a page of the documentation, or with # a section of it, as Markdown.",
  annotations: localOnly,
  input: z.strictObject({
    page: z.string().describe("Address from search_docs, such as docs/recipes.md#lists"),
    offset: z.int().min(0).optional().describe("Number of characters to skip; 0 when omitted"),
  }),
  output: z.object({
    text: z.string(),
    nextOffset: z.number().nullable().describe("Offset of the rest; null at the end"),
  }),
  run: async ({ page, offset = 0 }, { workspace: { author, maxAnswerBytes } }) => {
    const text = author.openDocument(page);
    // A character may take several bytes, and more as an escape. A surrogate pair must not be split.
    let size = maxAnswerBytes - 200;
    while (size > 1 && jsonBytes(text.slice(offset, offset + size)) > maxAnswerBytes - 100)
      size = Math.floor(size / 2);
    const part = text.slice(offset, offset + size).replace(/[\uD800-\uDBFF]$/, "");
    const end = offset + part.length;
    return { text: part, nextOffset: end < text.length ? end : null };
  },
});
