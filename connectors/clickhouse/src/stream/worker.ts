import { serveStreams } from "@wellhead/sql";
import { openRows } from "./open-rows.js";
import type { StreamJob } from "./stream-job.js";

// The cast is safe: only the connector starts this worker, and it sends only jobs.
serveStreams((job, signal) => openRows(job as StreamJob, signal));
