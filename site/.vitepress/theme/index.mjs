// The default theme with the fonts of the reader's system, so that text is there at once.
// oxlint-disable-next-line import/no-default-export -- VitePress reads the default export
export { default } from "vitepress/theme-without-fonts";

import "./colors.css";
