import type { HeatKey } from "./plot-drawing.js";

/** Returns the colour of a figure, between the two colours of the key that are next to it. */
export function heatColor({ ends: [least, largest], colors }: HeatKey, figure: number): string {
  const share = largest > least ? (figure - least) / (largest - least) : 0;
  const position = share * (colors.length - 1);
  const index = Math.min(Math.floor(position), colors.length - 2);
  const [low, high] = [channelsOf(colors[index]), channelsOf(colors[index + 1])];
  const mixed = low.map((channel, at) => {
    const other = high[at] ?? channel;
    return Math.round(channel + (other - channel) * (position - index));
  });
  return `rgb(${mixed.join(",")})`;
}

/** Reads a colour such as `#0284c7`. */
function channelsOf(color = "#000000"): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
