/**
 * Sends the addresses of a service to the benchmark that started it, answers its questions for memory and processor
 * time, and ends with it.
 *
 * @param {{ url: string, adminUrl?: string }} addresses Addresses of the service.
 */
export function announce(addresses) {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ rss: process.memoryUsage.rss(), processorSeconds: (user + system) / 1e6 });
  });
  process.once("disconnect", () => process.exit());
  process.send?.(addresses);
}
