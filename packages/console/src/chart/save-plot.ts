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
const font = { "font-family": "system-ui, sans-serif", "font-size": 12 };

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
  const svg = pictureOf(drawing, picture);
  const content = format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
  saveFile(`${picture.file}.${format}`, content);
}

/** Puts the title, the legend and the chart one below the other. The page's policy does not allow to build them as elements. */
function pictureOf(drawing: PlotDrawing, { colors, title, mark }: PlotPicture): string {
  const top = mark === "" ? 28 : 50;
  const legend = drawing.hasLegend ? legendOf(drawing, top, colors.ink) : { bottom: top, parts: [] };
  return element("svg", { xmlns: "http://www.w3.org/2000/svg", ...size }, [
    element("rect", { ...size, fill: colors.paper }),
    label(title, { x: 0, y: 18, fill: colors.ink, "font-size": 14, "font-weight": 600 }),
    ...(mark === "" ? [] : [label(mark, { x: 0, y: 40, fill: colors.bad })]),
    ...legend.parts,
    chartOf(drawing, legend.bottom),
    ...(drawing.heatKey === undefined ? [] : heatScale(drawing.heatKey, colors.faint)),
  ]);
}

function chartOf({ option }: PlotDrawing, top: number): string {
  const chart = init(null, undefined, { renderer: "svg", ssr: true, ...size, height: size.height - top });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg.replace("<svg ", `<svg y="${top}" `);
}

/** Lists the names of the series, in as many lines as they need. */
function legendOf(
  { option, colors }: PlotDrawing,
  top: number,
  ink: string,
): { readonly bottom: number; readonly parts: readonly string[] } {
  const context = document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `${font["font-size"]}px ${font["font-family"]}`;
  let [left, line] = [0, top];
  const parts = option.series.flatMap(({ name }, index) => {
    const width = 32 + (context?.measureText(name).width ?? 0);
    if (left > 0 && left + width > size.width) [left, line] = [0, line + 20];
    const x = left;
    left += width;
    const fill = colors[index % colors.length] ?? ink;
    return [
      element("rect", { x, y: line + 4, width: 10, height: 10, rx: 2, fill }),
      label(name, { x: x + 16, y: line + 13, fill: ink }),
    ];
  });
  return { bottom: line + 24, parts };
}

/** The colours of a heat map, as the page shows them next to it. */
function heatScale({ ends: [least, largest], colors }: HeatKey, fill: string): readonly string[] {
  const [left, top, height] = [size.width - 16, size.height / 2 - 70, 140];
  const stops = colors.map((color, index) =>
    element("stop", { offset: index / (colors.length - 1), "stop-color": color }),
  );
  const right = { x: left + 12, fill, "text-anchor": "end" };
  return [
    element("linearGradient", { id: "heat", x1: 0, x2: 0, y1: 1, y2: 0 }, stops),
    element("rect", { x: left, y: top, width: 12, height, rx: 3, fill: "url(#heat)" }),
    label(figureName(largest), { ...right, y: top - 8 }),
    label(figureName(least), { ...right, y: top + height + 16 }),
  ];
}

type Attributes = Readonly<Record<string, string | number>>;

function label(text: string, attributes: Attributes): string {
  return element("text", { ...font, ...attributes }, [escaped(text)]);
}

function element(tag: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${written.join("")}>${content.join("")}</${tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
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
