/** Elements a logo may have. None of them executes, loads, links or embeds anything. */
export const svgElements: ReadonlySet<string> = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath style " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix " +
    "feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge " +
    "feMergeNode feMorphology feOffset"
  ).split(" "),
);

/** Elements that are omitted while their content stays: the shape inside a link stays visible. */
export const svgWrappers: ReadonlySet<string> = new Set(["a", "switch"]);

/** Attributes a logo may have: geometry, gradients, filters and presentation. Only `href` holds an address. */
export const svgAttributes: ReadonlySet<string> = new Set(
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
