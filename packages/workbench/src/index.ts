export type { DataReach } from "./runs/data-reach.js";
export { type DataRequest, Workbench, type WorkbenchLimits } from "./workbench.js";
