/**
 * Reports whether a text names a connector by its address.
 *
 * @param place - An address, or a connector of this machine
 * @returns Whether it has a scheme, or a host with a port
 */
export function isAddress(place: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/|^(?:\[[0-9a-f:]+\]|[\w.-]+):\d+(?:\/|$)/i.test(place);
}
