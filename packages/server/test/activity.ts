import type { Activity, ActivityOrder, ListedRequest } from "../src/index.js";
import { adminToken } from "./start-app.js";

/**
 * Reads what a service does from its admin port.
 *
 * @param adminUrl - URL of the admin port
 * @param order - What the requests are ordered by. Default: what the service orders them by
 * @returns What it does
 */
export async function readActivity(adminUrl: string, order?: ActivityOrder): Promise<Activity> {
  const response = await fetch(`${adminUrl}/activity${order === undefined ? "" : `?sort=${order}`}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  // The tests check its members.
  return (await response.json()) as Activity;
}

/**
 * @param adminUrl - URL of the admin port
 * @param source - Id of a source
 * @returns The listed requests for it
 */
export async function listedFor(adminUrl: string, source: string): Promise<readonly ListedRequest[]> {
  const { requests } = await readActivity(adminUrl);
  return requests.filter((request) => request.source === source);
}
