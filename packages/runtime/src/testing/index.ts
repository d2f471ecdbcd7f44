export { skipWaits } from "./skip-waits.js";
export {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "./start-upstream.js";
