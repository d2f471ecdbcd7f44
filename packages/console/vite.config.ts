import { defineConfig } from "vite";

export default defineConfig({
  // Relative URLs, so that the page works below any prefix.
  base: "./",
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
    rollupOptions: { input: { index: "index.html", callback: "callback.html" } },
  },
  worker: { format: "es" },
});
