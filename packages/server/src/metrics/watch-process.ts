import { readdirSync } from "node:fs";
import { type IntervalHistogram, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";
import type { ReadMetric, Registry, Sample } from "./registry.js";

/** Upper bounds of the duration of garbage collections, in seconds. */
const collectionBounds = [0.001, 0.01, 0.1, 1, 2, 5];

/** The kinds of garbage collections by the numbers that Node has for them. */
const collectionKinds: ReadonlyMap<number, string> = new Map([
  [1, "minor"],
  [4, "major"],
  [8, "incremental"],
  [16, "weakcb"],
]);

/**
 * Adds the metrics of the process: processor time, memory, garbage collections, event loop and open files, with the names
 * that dashboards of Node know.
 *
 * @param registry - Where to add them
 * @param path - Folder of the open files of this process; other systems than Linux do not have it
 * @see https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
 */
export function watchProcess(registry: Registry, path = "/proc/self/fd"): void {
  for (const metric of [...processorMetrics(), ...memoryMetrics(), ...loopMetrics()]) registry.watch(metric);
  if (countFiles(path) !== undefined)
    registry.watch(
      gauge("process_open_fds", "Number of open file descriptors", () => countFiles(path) ?? Number.NaN),
    );
  registry.watch({
    name: "nodejs_version_info",
    help: "Version of Node",
    type: "gauge",
    read: () => [{ value: 1, labels: { version: process.version } }],
  });
  watchCollections(registry);
}

function processorMetrics(): readonly ReadMetric[] {
  const started = Math.round(Date.now() / 1000 - process.uptime());
  return [
    counter("process_cpu_user_seconds_total", "User processor time in seconds", () => seconds("user")),
    counter("process_cpu_system_seconds_total", "System processor time in seconds", () => seconds("system")),
    counter("process_cpu_seconds_total", "User and system processor time in seconds", () =>
      [seconds("user"), seconds("system")].reduce((sum, one) => sum + one),
    ),
    gauge("process_start_time_seconds", "Start of the process in seconds since 1970", () => started),
  ];
}

function seconds(kind: "user" | "system"): number {
  return process.cpuUsage()[kind] / 1e6;
}

function memoryMetrics(): readonly ReadMetric[] {
  return [
    gauge("process_resident_memory_bytes", "Resident memory in bytes", () => process.memoryUsage.rss()),
    gauge("nodejs_heap_size_total_bytes", "Size of the heap in bytes", () => process.memoryUsage().heapTotal),
    gauge(
      "nodejs_heap_size_used_bytes",
      "Used part of the heap in bytes",
      () => process.memoryUsage().heapUsed,
    ),
    gauge("nodejs_external_memory_bytes", "Memory of buffers in bytes", () => process.memoryUsage().external),
    {
      name: "nodejs_heap_space_size_used_bytes",
      help: "Used part of each space of the heap in bytes",
      type: "gauge",
      read: () => getHeapSpaceStatistics().map(spaceSample),
    },
  ];
}

function spaceSample(space: ReturnType<typeof getHeapSpaceStatistics>[number]): Sample {
  return {
    value: space.space_used_size,
    labels: { space: space.space_name.replace(/_space$/, "") },
  };
}

function loopMetrics(): readonly ReadMetric[] {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const figures: readonly (readonly [
    name: string,
    help: string,
    read: (one: IntervalHistogram) => number,
  ])[] = [
    ["min", "Minimum", (one) => one.min],
    ["max", "Maximum", (one) => one.max],
    ["mean", "Mean", (one) => one.mean],
    ["p50", "Median", (one) => one.percentile(50)],
    ["p90", "90th percentile", (one) => one.percentile(90)],
    ["p99", "99th percentile", (one) => one.percentile(99)],
  ];
  return [
    ...figures.map(([name, help, read]) =>
      gauge(
        `nodejs_eventloop_lag_${name}_seconds`,
        `${help} delay of the event loop in seconds`,
        () => read(delay) / 1e9,
      ),
    ),
    gauge(
      "nodejs_active_resources_total",
      "Number of resources that keep the process alive",
      () => process.getActiveResourcesInfo().length,
    ),
  ];
}

function watchCollections(registry: Registry): void {
  const observe = registry.histogram(
    "nodejs_gc_duration_seconds",
    "Duration of garbage collections in seconds",
    collectionBounds,
  );
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The types of Node 20 do not declare the detail of such an entry.
      const { detail } = entry as { readonly detail?: { readonly kind: number } };
      observe({ kind: collectionKinds.get(detail?.kind ?? 0) ?? "other" }, entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
}

function countFiles(path: string): number | undefined {
  try {
    // The folder itself is open while it is read.
    return readdirSync(path).length - 1;
  } catch {
    return undefined;
  }
}

function gauge(name: string, help: string, read: () => number): ReadMetric {
  return { name, help, type: "gauge", read: () => [{ value: read() }] };
}

function counter(name: string, help: string, read: () => number): ReadMetric {
  return { name, help, type: "counter", read: () => [{ value: read() }] };
}
