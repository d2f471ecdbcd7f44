// An existing service: it takes orders and does not use Wellhead.
import Fastify, { type FastifyInstance } from "fastify";

/** An order of the shop. */
export interface Order {
  readonly id: string;
  readonly item: string;
  readonly pieces: number;
}

/** A shop: its service and its orders. */
export interface Shop {
  readonly service: FastifyInstance;
  readonly orders: Order[];
}

/** Opens a shop without orders. */
export function openShop(): Shop {
  const service = Fastify();
  const orders: Order[] = [];
  service.post<{ Body: Omit<Order, "id"> }>("/orders", (request, reply) => {
    const order = { id: `order-${orders.length + 1}`, ...request.body };
    orders.push(order);
    return reply.code(201).send(order);
  });
  return { service, orders };
}
