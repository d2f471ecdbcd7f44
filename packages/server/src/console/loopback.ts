/**
 * Tells whether the other end of a connection is this machine.
 *
 * @param address - Address of the peer
 * @returns `true` for 127.0.0.0/8 and ::1, also written as IPv4 in IPv6
 */
export function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}

/**
 * Reports whether an interface to listen at belongs to this machine alone.
 *
 * @param host - Name or address
 * @returns `true` for `localhost`, 127.0.0.0/8 and ::1
 */
export function isLoopbackName(host: string): boolean {
  return isLoopbackPeer(host) || /^localhost\.?$/i.test(host);
}

/**
 * Tells whether a request was made under a name of this machine. A page of the web whose name was pointed here
 * carries its own name.
 *
 * @param host - `Host` header
 * @returns `true` for `localhost`, 127.0.0.0/8 and `[::1]`, with any port
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);
}
