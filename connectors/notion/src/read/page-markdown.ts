import { type Http, isMissing, type ShapeValue, shape } from "@wellhead/sdk";

/** Members of the text of a page that are read. */
export const markdownShape = shape.object({
  markdown: shape.required(shape.text),
  truncated: shape.bool,
  unknown_block_ids: shape.list(shape.text),
});

type PagePart = ShapeValue<typeof markdownShape>;

/** Maximum number of parts of a page, each of them a request. */
const maxParts = 1000;

/** The text of a page. */
export interface PageText {
  readonly markdown: string;
  /** Whether nothing is missing, such as a block that is not shared with the integration. */
  readonly isWhole: boolean;
}

/**
 * Reads the text of a page. Notion leaves out blocks of a long page, which are then read one by one and take the place of
 * the tags that name them.
 *
 * @param http - Client of the request
 * @param page - Id of the page
 * @returns Its text as Markdown
 * @see https://developers.notion.com/reference/retrieve-page-markdown
 */
export async function readMarkdown(http: Http, page: string): Promise<PageText> {
  const first = await readPart(http, page);
  let { markdown } = first;
  let isWhole = true;
  const waiting = [...(first.unknown_block_ids ?? [])];
  const seen = new Set([page]);
  if (first.truncated === true && waiting.length === 0) isWhole = false;
  for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
    if (seen.size === seen.add(block).size) continue;
    const part = seen.size > maxParts ? undefined : await partIfShared(http, block);
    if (part === undefined) {
      isWhole = false;
      continue;
    }
    markdown = insertPart(markdown, block, part.markdown);
    waiting.push(...(part.unknown_block_ids ?? []));
  }
  return { markdown, isWhole };
}

async function readPart(http: Http, block: string): Promise<PagePart> {
  return await http.get(`pages/${encodeURIComponent(block)}/markdown`).json(markdownShape);
}

async function partIfShared(http: Http, block: string): Promise<PagePart | undefined> {
  try {
    return await readPart(http, block);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Replaces the tag that names a block by its text. Without such a tag, the text follows the others. */
function insertPart(markdown: string, block: string, part: string): string {
  const compact = block.replaceAll("-", "");
  for (const [tag] of markdown.matchAll(/<unknown\b[^>]*>(?:<\/unknown>)?/g)) {
    if (tag.replaceAll("-", "").includes(compact)) return markdown.replace(tag, () => part);
  }
  return `${markdown}\n\n${part}`;
}
