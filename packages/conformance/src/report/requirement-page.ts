/**
 * Returns the place that lists a requirement.
 *
 * @param id - Id of the requirement
 * @returns Its path and anchor in the documentation of Wellhead
 */
export function requirementPage(id: string): string {
  return `docs/is-my-connector-right.md#${id}`;
}
