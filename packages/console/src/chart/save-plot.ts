import { saveFile } from "../controls/save-file.js";
import { init } from "./echarts.js";

/** Size of a saved chart, in pixels of its SVG. */
const size = { width: 1_200, height: 640 };

function plotSvg(option: Record<string, unknown>, paper: string): string {
  const chart = init(null, undefined, { renderer: "svg", ssr: true, ...size });
  chart.setOption({ ...option, backgroundColor: paper });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** Saves a chart as SVG. */
export function savePlotSvg(option: Record<string, unknown>, paper: string, name: string): void {
  saveFile(`${name}.svg`, new Blob([plotSvg(option, paper)], { type: "image/svg+xml" }));
}

/**
 * Saves a chart as PNG at twice the size of its SVG, so that it can be printed.
 *
 * @throws Error when the browser cannot render the SVG
 */
export async function savePlotPng(
  option: Record<string, unknown>,
  paper: string,
  name: string,
): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(plotSvg(option, paper))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size.width * 2;
  canvas.height = size.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (content === null) throw new Error("Could not save the chart: the browser could not render it as PNG");
  saveFile(`${name}.png`, content);
}
