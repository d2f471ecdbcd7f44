import { bookings } from "./tasks/bookings.mjs";
import { clinic } from "./tasks/clinic.mjs";
import { depot } from "./tasks/depot.mjs";
import { fleet } from "./tasks/fleet.mjs";
import { harbour } from "./tasks/harbour.mjs";
import { ledger } from "./tasks/ledger.mjs";
import { library } from "./tasks/library.mjs";
import { parcels } from "./tasks/parcels.mjs";
import { sensors } from "./tasks/sensors.mjs";
import { tickets } from "./tasks/tickets.mjs";

/** All tasks. */
export const tasks = [bookings, clinic, depot, fleet, harbour, ledger, library, parcels, sensors, tickets];

/**
 * Finds a task by its name.
 *
 * @param {string} name
 */
export function findTask(name) {
  const task = tasks.find((one) => one.name === name);
  if (task !== undefined) return task;
  throw new RangeError(
    `Could not find the task "${name}": expected one of ${tasks.map((one) => one.name).join(", ")}.`,
  );
}
