import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

/** What the repository says: its version, and entries of the sidebar for the pages of a folder. */
const { version, connectors, decisions } = JSON.parse(
  readFileSync(new URL("repository.json", import.meta.url), "utf8"),
);

/** What the scripts of the theme open otherwise: every group of the sidebar and, on a narrow screen, the sidebar below the page. */
const withoutScripts = `
  .VPSidebarItem.collapsed > .items { display: block !important; }
  @media (max-width: 959px) {
    .Layout { display: flex; flex-direction: column; }
    .VPSidebar { position: static !important; order: 1; width: auto !important; max-width: none !important; opacity: 1 !important; visibility: visible !important; transform: none !important; }
  }
`;

/** Everything is in the built site, search included, so that it needs no network. */
// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export
export default defineConfig({
  title: "Wellhead",
  description: "Connectors between a data platform and any source of data",
  head: [["noscript", {}, `<style>${withoutScripts}</style>`]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    image: { lazyLoading: true },
    // Headings have the same anchors as in the repository.
    anchor: {
      slugify: (heading) =>
        heading
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
          .replaceAll(" ", "-"),
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "First steps", link: "/start" },
      { text: "Concepts", link: "/docs/concepts" },
      // Not a page of VitePress: the browser has to load it.
      { text: "API reference", link: "/api-reference/index.html", target: "_self" },
      {
        text: version,
        items: [
          { text: "Changes", link: "/changelog" },
          { text: "What stays stable", link: "/docs/versions" },
        ],
      },
    ],
    sidebar: [
      {
        text: "Introduction",
        items: [
          { text: "First steps", link: "/start" },
          { text: "Concepts", link: "/docs/concepts" },
          { text: "Compare", link: "/docs/compare" },
        ],
      },
      {
        text: "Write a connector",
        items: [
          { text: "A new project", link: "/packages/create-wellhead" },
          { text: "The SDK", link: "/packages/sdk" },
          { text: "From an empty folder to a tarball", link: "/docs/journey" },
          { text: "Recipes", link: "/docs/recipes" },
          { text: "An API by a configuration file", link: "/connectors/rest" },
          { text: "OAuth providers", link: "/docs/oauth-providers" },
          { text: "Tests and tapes", link: "/packages/testing" },
          { text: "Is my connector right?", link: "/docs/is-my-connector-right" },
        ],
      },
      {
        text: "Read connectors",
        items: [
          { text: "The command", link: "/packages/cli" },
          { text: "SQL", link: "/docs/sql" },
          { text: "Synchronized copies", link: "/docs/synchronize" },
          { text: "Language models", link: "/docs/mcp" },
          { text: "The console", link: "/packages/console" },
          { text: "The client library", link: "/packages/client" },
        ],
      },
      {
        text: "Operate a service",
        items: [
          { text: "The service", link: "/packages/server" },
          { text: "Configuration", link: "/docs/operate/configuration" },
          { text: "The image", link: "/docs/operate/image" },
          { text: "systemd", link: "/docs/operate/systemd" },
          { text: "Behind a proxy", link: "/docs/operate/proxies" },
          { text: "Three replicas", link: "/docs/operate/replicas" },
          { text: "Compose", link: "/docs/operate/compose" },
          { text: "Kubernetes", link: "/docs/operate/kubernetes" },
          { text: "Nomad", link: "/docs/operate/nomad" },
          { text: "Capacity", link: "/docs/operate/capacity" },
          { text: "What was measured", link: "/docs/operate/figures" },
          { text: "Object storage", link: "/docs/operate/object-storage" },
          { text: "When the network fails", link: "/docs/operate/network" },
          { text: "Stopping", link: "/docs/operate/shutdown" },
          { text: "Upgrading and backup", link: "/docs/operate/upgrade" },
          { text: "What it is doing", link: "/docs/operate/top" },
          { text: "Telemetry", link: "/docs/operate/telemetry" },
          { text: "Alerts", link: "/docs/operate/alerts" },
          { text: "Security", link: "/docs/security" },
          { text: "Threats", link: "/docs/threats" },
          { text: "Accounts and tokens", link: "/docs/accounts" },
          { text: "Checks in a pipeline", link: "/docs/check-in-a-pipeline" },
        ],
      },
      { text: "Connectors", link: "/connectors/", collapsed: true, items: connectors },
      {
        text: "Reference",
        items: [
          { text: "Commands", link: "/docs/commands" },
          { text: "The contract", link: "/docs/contract" },
          { text: "The synchronizer", link: "/docs/synchronizer" },
          { text: "Errors", link: "/docs/errors" },
          { text: "Versions", link: "/docs/versions" },
        ],
      },
      {
        text: "Inside Wellhead",
        collapsed: true,
        items: [
          { text: "Architecture", link: "/architecture" },
          { text: "How it works", link: "/docs/how-it-works" },
          { text: "Contributing", link: "/contributing" },
          { text: "Proofs of the judge", link: "/docs/judge-proof" },
          { text: "Proofs of security", link: "/docs/security-proofs" },
        ],
      },
      { text: "Decisions", collapsed: true, items: decisions },
    ],
  },
});
