import proxyAddr from '@fastify/proxy-addr';
import { ConnectionGuard } from '@tomekeeper/http-guard';
import type { Metrics } from '@tomekeeper/service-kit';
import type { Server } from 'node:http';
import type { GatewayConfig } from '../config';

/** About a kilobyte a second, over a time that bridges most gaps of a mobile line. */
const PROGRESS = { bytes: 32 * 1024, withinMs: 30_000 };

/** Bounds the connections of the gateway, and shows how many there are. */
export function guardConnections(server: Server, config: GatewayConfig, metrics: Metrics): void {
  const isProxy = proxyAddr.compile(config.TRUSTED_PROXIES);
  const guard = new ConnectionGuard({
    perAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
    total: config.MAX_CONNECTIONS,
    progress: PROGRESS,
    isTrusted: (address) => isProxy(address, 0),
  });
  guard.watch(server);
  metrics.measure({
    name: 'connections_open',
    help: 'Connections of clients.',
    read: () => [{ value: guard.size }],
  });
  metrics.count({
    name: 'connections_closed_total',
    help: 'Connections of clients that were closed because there were too many, or nothing moved.',
    labelNames: ['reason'],
    read: () => Object.entries(guard.cut).map(([reason, value]) => ({ labels: { reason }, value })),
  });
}
