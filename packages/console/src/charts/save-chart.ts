import { saveFile } from "../app/save-file.js";

/** Saves a chart as SVG. */
export function saveSvg(picture: SVGSVGElement, name: string): void {
  saveFile(
    `${name}.svg`,
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
  );
}

/**
 * Saves a chart as PNG at twice the screen resolution, so that it can be printed.
 *
 * @throws Error when the browser cannot render the SVG
 */
export async function savePng(picture: SVGSVGElement, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width.baseVal.value * 2;
  canvas.height = picture.height.baseVal.value * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (content === null) throw new Error("Save the chart: the browser could not paint it");
  saveFile(`${name}.png`, content);
}
