export { allocatorSetting } from "./allocator-setting.js";
export { EnginePool, type EnginePoolOptions } from "./engine-pool.js";
export {
  EngineError,
  EngineProcess,
  type EngineProcessOptions,
  type Frame,
} from "./engine-process.js";
export { type Asker, FairSlots, type FairSlotsOptions } from "./fair-slots.js";
export { makeTemporaryFolder } from "./temporary-folder.js";
