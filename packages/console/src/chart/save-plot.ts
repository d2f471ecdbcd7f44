import { saveFile } from "../controls/save-file.js";
import { init } from "./draw/echarts.js";
import type { PlotColors } from "./draw/plot-colors.js";
import type { HeatKey, PlotDrawing } from "./draw/plot-drawing.js";
import { figureName } from "./draw/plot-names.js";

/** What a picture shows besides its chart. */
export interface PlotPicture {
  readonly colors: PlotColors;
  readonly title: string;
  /** What the rows of the picture lack, such as those after a failure; empty for nothing. */
  readonly mark: string;
  /** Name of the file, without its extension. */
  readonly file: string;
}

/** Size of a saved chart, in pixels of its SVG. */
const size = { width: 1_200, height: 640 };
const font = "12px system-ui, sans-serif";

/**
 * Saves a chart. As PNG it has twice the size of its SVG, so that it can be printed.
 *
 * @throws Error when the browser cannot render the SVG
 */
export async function savePlot(
  drawing: PlotDrawing,
  picture: PlotPicture,
  format: "svg" | "png",
): Promise<void> {
  const svg = new XMLSerializer().serializeToString(pictureOf(drawing, picture));
  const content = format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
  saveFile(`${picture.file}.${format}`, content);
}

/** Puts the title, the legend and the chart one below the other. */
function pictureOf(drawing: PlotDrawing, { colors, title, mark }: PlotPicture): SVGElement {
  const picture = shape("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}` });
  picture.append(
    shape("rect", { ...size, fill: colors.paper }),
    label(title, { x: 0, y: 18, fill: colors.ink, style: "font: 600 14px system-ui, sans-serif" }),
  );
  let top = 28;
  if (mark !== "") {
    picture.append(label(mark, { x: 0, y: top + 12, fill: colors.bad }));
    top += 22;
  }
  if (drawing.hasLegend) top = appendLegend(picture, drawing, { top, ink: colors.ink });
  picture.append(chartOf(drawing, top));
  if (drawing.heatKey !== undefined) picture.append(...heatScale(drawing.heatKey, colors.faint));
  return picture;
}

function chartOf({ option }: PlotDrawing, top: number): Node {
  const chart = init(null, undefined, { renderer: "svg", ssr: true, ...size, height: size.height - top });
  chart.setOption(option);
  const svg = new DOMParser().parseFromString(chart.renderToSVGString(), "image/svg+xml").documentElement;
  chart.dispose();
  svg.setAttribute("y", String(top));
  return svg;
}

/** Appends the names of the series, in as many lines as they need, and returns where the last one ends. */
function appendLegend(
  picture: SVGElement,
  { option, colors }: PlotDrawing,
  { top, ink }: { readonly top: number; readonly ink: string },
): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = font;
  let [left, line] = [0, top];
  for (const [index, { name }] of option.series.entries()) {
    const width = 32 + (context?.measureText(name).width ?? 0);
    if (left > 0 && left + width > size.width) [left, line] = [0, line + 20];
    const fill = colors[index % colors.length] ?? ink;
    picture.append(
      shape("rect", { x: left, y: line + 4, width: 10, height: 10, rx: 2, fill }),
      label(name, { x: left + 16, y: line + 13, fill: ink }),
    );
    left += width;
  }
  return line + 24;
}

/** The colours of a heat map, as the page shows them next to it. */
function heatScale({ ends: [least, largest], colors }: HeatKey, fill: string): readonly SVGElement[] {
  const [left, top, height] = [size.width - 16, size.height / 2 - 70, 140];
  const gradient = shape("linearGradient", { id: "heat", x1: 0, x2: 0, y1: 1, y2: 0 });
  gradient.append(
    ...colors.map((color, index) =>
      shape("stop", { offset: index / (colors.length - 1), "stop-color": color }),
    ),
  );
  const right = { x: left + 12, fill, "text-anchor": "end" };
  return [
    gradient,
    shape("rect", { x: left, y: top, width: 12, height, rx: 3, fill: "url(#heat)" }),
    label(figureName(largest), { ...right, y: top - 8 }),
    label(figureName(least), { ...right, y: top + height + 16 }),
  ];
}

function label(text: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = shape("text", { style: `font: ${font}`, ...attributes });
  element.textContent = text;
  return element;
}

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size.width * 2;
  canvas.height = size.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (content === null) throw new Error("Could not save the chart: the browser could not render it as PNG");
  return content;
}
