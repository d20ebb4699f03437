import path from 'node:path';
import { z } from 'zod';
import { SEARCH_MODEL, SERVICES } from '@tomekeeper/installation';
import { render } from './kustomize';
import { ENVIRONMENTS, KUBERNETES } from './overlays';
import { podsOf, selects, type Pod } from './pods';

const Peer = z.looseObject({
  podSelector: z.looseObject({}).optional(),
  namespaceSelector: z.looseObject({}).optional(),
  ipBlock: z.looseObject({ cidr: z.string() }).optional(),
});
const Port = z.looseObject({ port: z.union([z.int(), z.string()]) });
const Policy = z.looseObject({
  kind: z.literal('NetworkPolicy'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    podSelector: z.looseObject({}),
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.looseObject({ from: z.array(Peer), ports: z.array(Port) })).default([]),
    egress: z.array(z.looseObject({ to: z.array(Peer), ports: z.array(Port) })).default([]),
  }),
});

describe.each(ENVIRONMENTS)('who may reach whom in %s', (environment) => {
  const manifests = render(path.join(KUBERNETES, 'overlays', environment));
  const pods = podsOf(manifests);
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((each) => Policy.parse(each));
  const api = (service: string): Pod => {
    const found = pods.find(({ id }) => id === `Deployment/${service}`);
    if (found === undefined) throw new Error(`${service} is missing`);
    return found;
  };
  const applying = (pod: Pod, direction: 'Ingress' | 'Egress') =>
    policies.filter(
      ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, pod.labels),
    );
  const isPod = ({ podSelector, namespaceSelector }: z.infer<typeof Peer>, pod: Pod): boolean =>
    podSelector !== undefined &&
    namespaceSelector === undefined &&
    selects(podSelector, pod.labels);

  /** Whether a policy's ports include the number, by number or by name. */
  const isPort = (ports: readonly z.infer<typeof Port>[], pod: Pod, number: number): boolean =>
    ports.some(
      ({ port }) =>
        port === number ||
        pod.container.ports.some((each) => each.name === port && each.containerPort === number),
    );
  /** Both ends must allow the call, because both deny by default. */
  const mayCall = (from: Pod, to: Pod): boolean =>
    applying(from, 'Egress').some(({ spec }) =>
      spec.egress.some(
        (rule) => rule.to.some((peer) => isPod(peer, to)) && isPort(rule.ports, to, 8080),
      ),
    ) &&
    applying(to, 'Ingress').some(({ spec }) =>
      spec.ingress.some(
        (rule) => rule.from.some((peer) => isPod(peer, from)) && isPort(rule.ports, to, 8080),
      ),
    );
  const outside = (pod: Pod): readonly number[] =>
    applying(pod, 'Egress')
      .flatMap(({ spec }) => spec.egress)
      .filter(({ to }) => to.some(({ ipBlock }) => ipBlock !== undefined))
      .flatMap(({ ports }) => ports.map(({ port }) => Number(port)))
      .sort((a, b) => a - b);

  it('denies everything to everyone first', () => {
    const first = policies.find(({ metadata }) => metadata.name === 'default-deny');
    expect(first?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [],
    });
  });

  it('opens exactly the ways that the settings name', () => {
    for (const from of pods) {
      const called = from.container.env.flatMap(({ name, value }) => {
        const service = /^http:\/\/([\w-]+):8080(\/v1)?$/.exec(value ?? '')?.[1];
        return service !== undefined && name.endsWith('_URL') ? [service] : [];
      });
      const open = [...SERVICES, SEARCH_MODEL].filter((service) => mayCall(from, api(service)));
      expect([from.id, ...open].sort()).toEqual([from.id, ...called].sort());
    }
  });

  it('lets only the ingress call the gateway', () => {
    const peers = applying(api('gateway'), 'Ingress')
      .filter(({ metadata }) => metadata.name !== 'metrics')
      .flatMap(({ spec }) => spec.ingress.flatMap(({ from }) => from));
    expect(peers.length).toBeGreaterThan(0);
    for (const peer of peers) expect(peer.podSelector).toBeUndefined();
  });

  it('lets out, beyond database and queue, only services that call the internet', () => {
    const DATABASE = 5432;
    const QUEUE = 6379;
    const world: Readonly<Record<string, readonly number[]>> = {
      document: [80, 443],
      mailing: [465, 587],
    };
    for (const pod of pods) {
      const name = pod.labels['app.kubernetes.io/name'] ?? '';
      const kind = pod.labels['app.kubernetes.io/component'];
      const expected = [
        ...(kind === 'migrate' ? [] : (world[name] ?? [])),
        ...(['gateway', 'publish', SEARCH_MODEL].includes(name) ? [] : [DATABASE]),
        ...(kind === 'api' || kind === 'worker' ? [QUEUE] : []),
      ];
      expect([pod.id, ...outside(pod)]).toEqual([pod.id, ...expected.sort((a, b) => a - b)]);
    }
  });

  it('lets everyone look names up', () => {
    for (const pod of pods)
      expect(applying(pod, 'Egress').map(({ metadata }) => metadata.name)).toContain('names');
  });
});
