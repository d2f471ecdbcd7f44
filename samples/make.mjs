import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeBikeTrips } from "./generator/bike-trips.mjs";
import { makeEnergyMix } from "./generator/energy-mix.mjs";
import { makeTeaCatalogue } from "./generator/tea-catalogue.mjs";
import { makeTeaOrders } from "./generator/tea-orders.mjs";
import { writeWeatherStations } from "./generator/weather-stations.mjs";

/**
 * Makes all sample data. Every run writes the same bytes.
 *
 * @param {string} folder - Existing folder to write into
 */
export async function makeSamples(folder) {
  await writeFile(join(folder, "tea-orders.csv"), makeTeaOrders());
  await writeFile(join(folder, "tea-catalogue.xlsx"), makeTeaCatalogue());
  await writeFile(join(folder, "bike-trips.ndjson"), makeBikeTrips());
  await writeFile(join(folder, "energy-mix.tsv"), makeEnergyMix());
  await writeWeatherStations(join(folder, "weather-stations.parquet"));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await makeSamples(process.argv[2] ?? dirname(fileURLToPath(import.meta.url)));
}
