import { bookings } from "./tasks/bookings.mjs";
import { library } from "./tasks/library.mjs";
import { parcels } from "./tasks/parcels.mjs";
import { tickets } from "./tasks/tickets.mjs";

/** All tasks. */
export const tasks = [bookings, library, parcels, tickets];
