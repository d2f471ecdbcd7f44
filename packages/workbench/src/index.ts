export type { DataReach } from "./data-reach.js";
export { type DataRequest, Workbench, type WorkbenchLimits } from "./workbench.js";
