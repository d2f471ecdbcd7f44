import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const compress = promisify(brotliCompress);
/** A smaller file hardly becomes smaller. */
const minCompressedBytes = 500;

export default defineConfig({
  // Relative URLs, so that the page works below any prefix.
  base: "./",
  plugins: [compressAssets()],
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    target: "es2022",
    // The polyfill would be an inline script, which the page's policy forbids.
    modulePreload: { polyfill: false },
    // A data: URL would need a more permissive policy than separate files.
    assetsInlineLimit: 0,
    // The chart library is larger than the default limit. A test limits what is loaded at once.
    chunkSizeWarningLimit: 750,
    rollupOptions: {
      input: { index: "index.html", callback: "callback.html" },
      output: {
        codeSplitting: {
          // What most kinds of chart need of their library is one file: many small ones compress far worse.
          groups: [
            {
              name: "echarts",
              test: /node_modules.(echarts|zrender|tslib)|chart.draw.echarts/,
              minShareCount: 3,
            },
          ],
        },
      },
      // The compression takes most of the time.
      checks: { pluginTimings: false },
    },
  },
  worker: { format: "es" },
});

/** Writes each script and style also compressed, because the best compression takes longer than a request may. */
function compressAssets(): Plugin {
  return {
    name: "compress-assets",
    apply: "build",
    writeBundle: async ({ dir = "" }) => {
      const names = await readdir(`${dir}/assets`);
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(`${dir}/assets/${name}`);
          if (content.length >= minCompressedBytes)
            await writeFile(`${dir}/assets/${name}.br`, await compress(content));
        }),
      );
    },
  };
}
