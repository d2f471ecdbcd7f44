import { stripeConnector } from "./stripe-connector.js";

export { type StripeConnectorOptions, stripeConnector } from "./stripe-connector.js";

/** The connector of stripe.com. */
export default stripeConnector();
