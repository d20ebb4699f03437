import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Ports from 32768 on may at any moment be the near end of an outgoing connection. */
const FIRST = 20_000;
const END = 32_000;

/** Returns a port that is unused and outside the system's ephemeral range. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await canListen(port, host)) return port;
  }
}

/** Whether a server could listen there now. */
export function canListen(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
