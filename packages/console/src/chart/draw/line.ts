import { LineChart } from "echarts/charts";
import { use } from "./echarts.js";

use([LineChart]);

export { draw } from "./draw-groups.js";
