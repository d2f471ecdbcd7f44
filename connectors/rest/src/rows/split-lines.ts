import { StringDecoder } from "node:string_decoder";

/** Characters a line may have. */
const longestLine = 16 * 1024 * 1024;

/**
 * Cuts bytes into lines. A line feed inside the quotes of CSV is no end of line.
 *
 * @param chunks - UTF-8 bytes as they come
 * @param quoted - Whether quotes keep lines together
 * @returns Batches of lines without their ends
 * @throws RangeError when a line is longer than 16 MiB
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  quoted: boolean,
): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + decoder.write(Buffer.from(chunk));
    const { lines, end } = cut(text, quoted);
    rest = text.slice(end);
    if (rest.length > longestLine)
      throw new RangeError(`Read lines: found one longer than ${longestLine} characters`);
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest.trim() !== "") yield [rest.replace(/\r$/, "")];
}

function cut(text: string, quoted: boolean): { readonly lines: string[]; readonly end: number } {
  const lines: string[] = [];
  let start = 0;
  let isOpen = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted && code === 34) isOpen = !isOpen;
    if (code !== 10 || isOpen) continue;
    const line = text.slice(start, index).replace(/\r$/, "");
    if (line.trim() !== "") lines.push(line);
    start = index + 1;
  }
  return { lines, end: start };
}
