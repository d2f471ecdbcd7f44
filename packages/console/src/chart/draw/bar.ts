import { BarChart } from "echarts/charts";
import { use } from "./echarts.js";

use([BarChart]);

export { draw } from "./draw-groups.js";
