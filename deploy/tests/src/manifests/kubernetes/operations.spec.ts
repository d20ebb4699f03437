import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { WORKSPACE } from '@tomekeeper/installation';
import { idOf, render, type Manifest } from './kustomize';
import { ENVIRONMENTS, KUBERNETES } from './overlays';
import { podsOf, selects } from './pods';

const source = (file: string) => fs.readFileSync(path.join(WORKSPACE, file), 'utf8');
/** Any field below `spec`. */
const spec = z.looseObject({ spec: z.looseObject({}) }).transform((each) => each.spec);
const ScaleTarget = z.looseObject({ scaleTargetRef: z.looseObject({ name: z.string() }) });
const Annotated = z.looseObject({ annotations: z.record(z.string(), z.string()) });
const Selecting = z.looseObject({ selector: z.looseObject({}) });

describe.each(ENVIRONMENTS)('how %s is operated', (environment) => {
  const manifests = render(path.join(KUBERNETES, 'overlays', environment));
  const pods = podsOf(manifests);
  const deployments = pods.filter(({ kind }) => kind === 'Deployment');
  const ofKind = (kind: string): readonly Manifest[] =>
    manifests.filter((each) => each.kind === kind);

  it('gives no process more rights than it needs', () => {
    for (const { id, spec: pod, container } of pods) {
      expect({ id, ...pod }).toMatchObject({
        id,
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      expect({ id, ...container }).toMatchObject({
        id,
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { cpu: expect.any(String), memory: expect.any(String) },
        },
      });
    }
    for (const account of ofKind('ServiceAccount'))
      expect(account).toMatchObject({ automountServiceAccountToken: false });
    expect(ofKind('Namespace')[0]?.metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it('has the accounts and volumes that are named', () => {
    const accounts = ofKind('ServiceAccount').map(({ metadata }) => metadata.name);
    for (const { spec: pod, container } of pods) {
      expect(accounts).toContain(pod.serviceAccountName);
      const volumes = pod.volumes.map(({ name }) => name);
      expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
    }
  });

  it('probes endpoints that the processes serve, on the right port', () => {
    const answered = source('libs/server/service-kit/src/health/health.controller.ts');
    const atTheEdge = source('services/gateway/src/health/internal-listener.ts');
    for (const { id, name, container } of deployments) {
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const ports = Object.fromEntries(
        container.ports.map((each) => [each.name, each.containerPort]),
      );
      const setting = name === 'gateway' ? 'METRICS_PORT' : 'PORT';
      const listening = container.env.find((each) => each.name === setting)?.value;
      const paths = ['/health/live', '/health/live', '/health/ready'];
      const probes = [startupProbe, livenessProbe, readinessProbe];
      expect([id, ...probes.map((probe) => probe?.httpGet.path)]).toEqual([id, ...paths]);
      for (const probe of probes)
        expect([id, String(ports[probe?.httpGet.port ?? ''])]).toEqual([id, listening]);
      for (const path of paths)
        expect(name === 'gateway' ? atTheEdge : answered).toContain(
          name === 'gateway' ? `'${path}'` : `'${path.slice(1)}'`,
        );
    }
  });

  it('gives each process the time to drain and to finish its current work', () => {
    const Pod = z.looseObject({
      template: z.looseObject({
        spec: z.looseObject({ terminationGracePeriodSeconds: z.number() }),
      }),
    });
    const draining = source('libs/server/service-kit/src/http/draining.ts');
    const finishing = Number(/STOP_DEADLINE_MS = ([\d_]+)/.exec(draining)?.[1]?.replace('_', ''));
    expect(finishing).toBeGreaterThan(0);
    for (const deployment of ofKind('Deployment')) {
      const { terminationGracePeriodSeconds: grace } = Pod.parse(spec.parse(deployment)).template
        .spec;
      const { name, container } =
        deployments.find((each) => each.name === deployment.metadata.name) ?? {};
      const drain = Number(container?.env.find((each) => each.name === 'DRAIN_MS')?.value);
      expect([name, drain > 0, drain + finishing < grace * 1000]).toEqual([name, true, true]);
    }
  });

  it('replaces no pod that a balancer on AWS still sends to', () => {
    for (const ingress of ofKind('Ingress')) {
      const { ingressClassName } = z
        .looseObject({ ingressClassName: z.string() })
        .parse(spec.parse(ingress));
      if (ingressClassName !== 'alb') continue;
      const { annotations } = Annotated.parse(ingress.metadata);
      const leaving = /deregistration_delay\.timeout_seconds=(\d+)/.exec(
        annotations['alb.ingress.kubernetes.io/target-group-attributes'] ?? '',
      )?.[1];
      const gateway = deployments.find(({ name }) => name === 'gateway');
      const drain = Number(gateway?.container.env.find((each) => each.name === 'DRAIN_MS')?.value);
      // The controller needs seconds to detect a change, and each load balancer node to follow.
      const NOTICED_MS = 15_000;
      expect(annotations['alb.ingress.kubernetes.io/target-type']).toBe('ip');
      expect(drain).toBeGreaterThanOrEqual(Number(leaving) * 1000 + NOTICED_MS);
      expect(ofKind('Namespace')[0]?.metadata.labels).toMatchObject({
        'elbv2.k8s.aws/pod-readiness-gate-inject': 'enabled',
      });
    }
  });

  it('routes requests to a port of its pods', () => {
    const Port = z.looseObject({ targetPort: z.string() });
    const Behind = z.looseObject({
      selector: z.record(z.string(), z.string()),
      ports: z.array(Port),
    });
    for (const service of ofKind('Service')) {
      const { selector, ports } = Behind.parse(spec.parse(service));
      const behind = deployments.filter(({ labels }) => selects({ matchLabels: selector }, labels));
      expect(behind.map(({ name }) => name)).toEqual([service.metadata.name]);
      for (const { targetPort } of ports)
        expect(behind[0]?.container.ports.map(({ name }) => name)).toContain(targetPort);
    }
  });

  it('scales every API by its load and every worker by its queues', () => {
    const targets = (kind: string) =>
      ofKind(kind)
        .map((each) => ScaleTarget.parse(spec.parse(each)).scaleTargetRef.name)
        .sort();
    const names = deployments.map(({ name }) => name).sort();
    const isWorker = (name: string) => name.endsWith('-worker');
    expect(targets('HorizontalPodAutoscaler')).toEqual(names.filter((name) => !isWorker(name)));
    expect(targets('ScaledObject')).toEqual(names.filter(isWorker));
    for (const deployment of ofKind('Deployment'))
      expect(spec.parse(deployment)).not.toHaveProperty('replicas');
  });

  it('counts the queues that the code has, where it has them', () => {
    const prefix = /PREFIX = '(\w+)'/.exec(source('libs/server/jobs/src/redis-backend.ts'))?.[1];
    const Triggers = z.looseObject({
      triggers: z.array(z.looseObject({ metadata: z.looseObject({ listName: z.string() }) })),
    });
    for (const scaled of ofKind('ScaledObject')) {
      const service = scaled.metadata.name.replace('-worker', '');
      const lists = Triggers.parse(spec.parse(scaled)).triggers.map(
        (each) => each.metadata.listName,
      );
      const queues = queuesOf(service).map((queue) => `${prefix}:${queue}:wait`);
      expect([service, ...lists.sort()]).toEqual([service, ...queues.sort()]);
    }
  });

  it('lets a drained node take one process of a kind at a time', () => {
    const budgets = ofKind('PodDisruptionBudget');
    expect(budgets).toHaveLength(deployments.length);
    for (const budget of budgets) {
      const { selector } = Selecting.parse(spec.parse(budget));
      const protectedOnes = deployments.filter(({ labels }) => selects(selector, labels));
      expect(protectedOnes.map(({ name }) => name)).toEqual([budget.metadata.name]);
    }
  });

  it('labels pods and jobs as rollout.sh tells them apart', () => {
    for (const { kind, metadata } of manifests) {
      const labels = metadata.labels ?? {};
      const isPod = 'app.kubernetes.io/component' in labels;
      const step = labels['tomekeeper.dev/step'];
      expect([metadata.name, isPod]).toEqual([metadata.name, kind === 'Deployment']);
      expect(['prepare', 'migrate'].includes(step ?? '')).toBe(kind === 'Job');
    }
  });

  it('renders one service alone as it renders it among all', () => {
    for (const part of ['product', 'gateway', 'campaign', 'mailing']) {
      const alone = render(path.join(KUBERNETES, 'overlays', environment, part));
      const among = manifests.filter((each) => alone.some((own) => idOf(own) === idOf(each)));
      expect(among).toEqual(alone);
    }
  });
});

/** Returns the queues of a service's jobs and handled events, according to the source code. */
function queuesOf(service: string): readonly string[] {
  const folder = path.join(WORKSPACE, 'services', service, 'src');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  const own = texts.flatMap((text) =>
    [...text.matchAll(/define(?:Scheduled)?Job\(\{[^}]*?queue: '([a-z-]+)'/g)].map(
      ([, queue = '']) => queue,
    ),
  );
  const contracts = path.join(WORKSPACE, 'libs', 'contracts');
  const subscribed = fs
    .readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/src\/.*\.ts$/.test(file) && !file.includes('node_modules'))
    .some((file) =>
      new RegExp(`subscribers: \\[[^\\]]*'${service}'`).test(
        fs.readFileSync(path.join(contracts, file), 'utf8'),
      ),
    );
  return [...new Set([...own, ...(subscribed ? [`events-${service}`] : [])])];
}
