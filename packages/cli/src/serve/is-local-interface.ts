const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Reports whether only this machine reaches an interface.
 *
 * @param host - Interface as it was set
 * @returns Whether it is the loopback
 */
export function isLocalInterface(host: string): boolean {
  return loopback.test(host);
}
