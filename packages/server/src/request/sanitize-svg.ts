import { SaxesParser, type SaxesTagNS } from "saxes";

/** Elements a logo may have. None of them executes, loads, links or embeds anything. */
const svgElements: ReadonlySet<string> = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath style " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix " +
    "feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge " +
    "feMergeNode feMorphology feOffset"
  ).split(" "),
);

/** Elements that are omitted while their content stays: the shape inside a link stays visible. */
const svgWrappers: ReadonlySet<string> = new Set(["a", "switch"]);

/** Attributes a logo may have: geometry, gradients, filters and presentation. Only `href` holds an address. */
const svgAttributes: ReadonlySet<string> = new Set(
  (
    "id class style href version width height viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d " +
    "points transform pathLength offset rotate textLength lengthAdjust startOffset role " +
    "gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits " +
    "patternContentUnits patternTransform markerUnits markerWidth markerHeight refX refY orient filterUnits " +
    "primitiveUnits in in2 result mode operator k1 k2 k3 k4 values type tableValues slope intercept amplitude exponent " +
    "stdDeviation radius edgeMode fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin " +
    "stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity color opacity visibility display overflow " +
    "clip clip-path clip-rule mask filter flood-color flood-opacity stop-color stop-opacity marker-start marker-mid " +
    "marker-end paint-order vector-effect shape-rendering text-rendering color-interpolation " +
    "color-interpolation-filters mix-blend-mode isolation font-family font-size font-style font-weight font-variant " +
    "font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline " +
    "baseline-shift writing-mode direction unicode-bidi"
  ).split(" "),
);

const svgNamespace = "http://www.w3.org/2000/svg";
const xlinkNamespace = "http://www.w3.org/1999/xlink";

/** Maximum number of characters of a logo. */
const longest = 1024 * 1024;

/** A reference to a part of the same image. */
const inner = /url\(\s*(["']?)#[\w.-]+\1\s*\)/g;

/** Syntax that would let a style load a resource or hide such a reference. */
const outward = /url\s*\(|@|\\|expression|javascript|image\s*\(|image-set/i;

/**
 * Copies an SVG, omitting every element, attribute and style that is not known to be safe. The copy has no scripts,
 * event handlers, foreign content, animations or references to anything outside the image.
 *
 * @param svg - Text of an SVG file
 * @returns The copy
 * @throws Error when the text is not a well-formed SVG or is longer than 1,048,576 characters
 * @see The connector contract, GET /logo
 */
export function sanitizeSvg(svg: string): string {
  if (svg.length > longest) {
    throw new Error(`Could not read the logo: expected at most ${longest} characters, got ${svg.length}.`);
  }
  const copy = new SvgCopy();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw new Error(`Could not read the logo: the SVG is not valid: ${error.message}.`);
  });
  parser.on("opentag", (tag) => copy.open(tag));
  parser.on("closetag", (tag) => copy.close(tag));
  parser.on("text", (text) => copy.text(text));
  parser.on("cdata", (text) => copy.text(text));
  parser.write(svg.trimStart()).close();
  return copy.finish();
}

/** The copy under construction. */
class SvgCopy {
  #written = "";
  /** How each open element is handled: written, omitted while its content stays, or omitted with its content. */
  readonly #open: ("written" | "alone" | "whole")[] = [];
  #style: string | undefined;

  open(tag: SaxesTagNS): void {
    const handling = this.#open.at(-1) === "whole" ? "whole" : handlingOf(tag);
    this.#open.push(handling);
    if (handling !== "written") return;
    if (tag.local === "style") this.#style = "";
    const root = this.#written === "" ? ` xmlns="${svgNamespace}"` : "";
    this.#written += `<${tag.local}${root}${attributesOf(tag)}>`;
  }

  close(tag: SaxesTagNS): void {
    if (this.#open.pop() !== "written") return;
    if (this.#style !== undefined) this.#written += escapeText(isSafeStyle(this.#style) ? this.#style : "");
    this.#style = undefined;
    this.#written += `</${tag.local}>`;
  }

  text(text: string): void {
    if (this.#open.at(-1) === "whole" || this.#open.length === 0) return;
    if (this.#style === undefined) this.#written += escapeText(text);
    else this.#style += text;
  }

  finish(): string {
    if (this.#written.startsWith("<svg ")) return this.#written;
    throw new Error("Could not read the logo: expected an SVG, got another document.");
  }
}

function handlingOf({ uri, local }: SaxesTagNS): "written" | "alone" | "whole" {
  if (uri !== svgNamespace) return "whole";
  if (svgElements.has(local)) return "written";
  return svgWrappers.has(local) ? "alone" : "whole";
}

function attributesOf(tag: SaxesTagNS): string {
  return Object.values(tag.attributes)
    .filter(({ uri, local }) => uri === "" || (uri === xlinkNamespace && local === "href"))
    .filter(({ local, value }) => svgAttributes.has(local) && isAllowed(local, value))
    .map(({ local, value }) => ` ${local}="${escapeText(value).replaceAll('"', "&quot;")}"`)
    .join("");
}

function isAllowed(name: string, value: string): boolean {
  return name === "href" ? /^#[\w.-]+$/.test(value.trim()) : isSafeStyle(value);
}

function isSafeStyle(style: string): boolean {
  return !outward.test(style.replaceAll(inner, ""));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
