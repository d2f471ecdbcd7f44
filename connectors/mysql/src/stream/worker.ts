import { serveStreams } from "@wellhead/sql";
import { openRows } from "./open-rows.js";
import type { StreamJob } from "./stream-job.js";

// The connector is the only one to start this worker, and it sends nothing but jobs.
serveStreams((job, signal) => openRows(job as StreamJob, signal));
