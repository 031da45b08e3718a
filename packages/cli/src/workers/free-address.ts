import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** An address to listen on. */
export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/**
 * Listens on each address for a moment, so that one that cannot be used is reported once, before any worker is started, and so
 * that all workers, later ones included, get the same free port.
 *
 * @returns Their ports, in the same order.
 * @throws The system's error when one cannot be listened on.
 */
export async function freePorts(addresses: readonly Address[]): Promise<number[]> {
  const held: Server[] = [];
  try {
    const ports: number[] = [];
    for (const { host, port } of addresses) {
      const server = createServer((socket) => socket.destroy());
      held.push(server);
      server.listen({ host, port });
      await once(server, "listening");
      const bound = server.address();
      ports.push(typeof bound === "object" && bound !== null ? bound.port : port);
    }
    return ports;
  } finally {
    await Promise.all(
      held.map(
        (server) => new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve())),
      ),
    );
  }
}
