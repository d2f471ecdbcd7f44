/** Compiled program of a service whose connectors hold its event loop. Forked; it sends its addresses. */
export const heldService = new URL("held-service.js", import.meta.url);

/** Compiled program of a service that leaks memory. Forked; it sends its addresses, and frees the memory at a message. */
export const leakingService = new URL("leaking-service.js", import.meta.url);

/** Compiled module of a connector that harms the process in which it runs. */
export const hostileConnector = new URL("hostile-connector.js", import.meta.url);

/** Python script that signs a request, to check signatures with another implementation. */
export const signRequest = new URL("../../src/services/sign_request.py", import.meta.url);
