import type { Metrics } from '@tomekeeper/service-kit';
import type { Replica } from './replica';
import type { Upstream } from './upstream';

/** Numbers that are kept anyway; nothing is done for them but when Prometheus asks. */
export function measureUpstreams(upstreams: readonly Upstream[], metrics: Metrics): void {
  const ofReplicas = (value: (replica: Replica) => number) => () =>
    upstreams.flatMap((upstream) =>
      upstream.replicas
        .filter(({ isAway }) => !isAway)
        .map((replica) => ({
          labels: { upstream: upstream.name, replica: replica.origin },
          value: value(replica),
        })),
    );
  metrics.measure({
    name: 'upstream_replica_up',
    help: '1 when the replica said at its last health check that it takes calls.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ isReady }) => Number(isReady)),
  });
  metrics.measure({
    name: 'upstream_circuit_open',
    help: '1 while the replica gets no calls because several in a row failed, or at most one to try.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ circuit }) => Number(circuit.state !== 'closed')),
  });
  metrics.measure({
    name: 'upstream_outstanding',
    help: 'Calls that wait for the replica.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ outstanding }) => outstanding),
  });
  metrics.count({
    name: 'upstream_failures_total',
    help: 'Calls without an answer, or without the end of one.',
    labelNames: ['upstream', 'replica'],
    read: ofReplicas(({ failures }) => failures),
  });
  metrics.count({
    name: 'upstream_retries_total',
    help: 'Calls that were sent a second time.',
    labelNames: ['upstream'],
    read: () =>
      upstreams.map(({ name, retries }) => ({ labels: { upstream: name }, value: retries })),
  });
}
