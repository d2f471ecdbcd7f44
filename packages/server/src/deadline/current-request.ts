import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestControl } from "./request-control.js";

/** The request on whose behalf the code of a connector runs, also in its timers and promises. */
export const currentRequest = new AsyncLocalStorage<RequestControl>();
