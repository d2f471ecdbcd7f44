import { bookings } from "./tasks/bookings.mjs";
import { ledger } from "./tasks/ledger.mjs";
import { library } from "./tasks/library.mjs";
import { parcels } from "./tasks/parcels.mjs";
import { sensors } from "./tasks/sensors.mjs";
import { tickets } from "./tasks/tickets.mjs";

/** All tasks. */
export const tasks = [bookings, ledger, library, parcels, sensors, tickets];
