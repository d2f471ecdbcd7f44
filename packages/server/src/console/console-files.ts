import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** One file of the page. */
export interface ConsoleFile {
  /** Reads it. */
  readonly read: () => Promise<Buffer>;
  /** Reads it compressed, by the name of the coding; the smallest comes first. */
  readonly encoded: ReadonlyMap<string, () => Promise<Buffer>>;
  readonly headers: Readonly<Record<string, string>>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const noCache = {};
const gzipped = promisify(gzip);

/**
 * Finds the files of the built page, which are read when they are requested, because a service should listen as early as
 * it can. Serving only a fixed list of paths rules out path traversal.
 *
 * @param folder - Folder of the built page
 * @returns The files by the path they are served at
 * @throws TypeError when the page has not been built
 */
export async function consoleFiles(folder: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new TypeError(
      `Could not serve the console: there is no page at "${folder}". Build the console first.`,
      {
        cause: error,
      },
    );
  });
  const paths = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
  const files = new Map<string, ConsoleFile>();
  for (const entry of entries) {
    const type = mediaTypes[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join("/");
    // File names under assets/ contain a hash of the content, so such a file never changes.
    const cache = name.startsWith("assets/")
      ? { "cache-control": "public, max-age=31536000, immutable" }
      : noCache;
    const read = () => readFile(path);
    // A file that never changes is compressed once.
    let compressed: Promise<Buffer> | undefined;
    const compress = async () => gzipped(await read());
    const encoded = new Map([["gzip", () => (cache === noCache ? compress() : (compressed ??= compress()))]]);
    // The build has compressed what is large. It took seconds, which a request does not have.
    const brotli = `${path}.br`;
    const encodings = paths.has(brotli) ? new Map([["br", () => readFile(brotli)], ...encoded]) : encoded;
    files.set(servedPath(name), { read, encoded: encodings, headers: { "content-type": type, ...cache } });
  }
  if (!files.has("/"))
    throw new TypeError(
      `Could not serve the console: there is no index.html in "${folder}". Build the console first.`,
    );
  return files;
}

function servedPath(name: string): string {
  if (name === "index.html") return "/";
  return `/${name.replace(/\.html$/, "")}`;
}

/**
 * Headers of every response of the console. Scripts, styles and requests are limited to its own origin. Inline scripts
 * and `eval` are blocked, and no page may frame the console. `blob:` and `data:` images are allowed for logos that the
 * console fetched and for charts that it saves.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cache-control": "no-store",
};
