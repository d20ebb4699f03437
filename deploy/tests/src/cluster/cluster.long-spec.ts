import type { PodStatus } from 'kubernetes-types/core/v1';
import { ENVIRONMENTS, OVERLAYS } from '../manifests/kubernetes/overlays';
import { isKubectlThere, NAMESPACES, Scene } from './scene';

// kubectl is asked some 40 times for a whole environment.
jest.setTimeout(600_000);

const withKubectl = isKubectlThere ? describe : describe.skip;
/** Parts that a rollout of everything has too. */
const partsOf = (environment: string): readonly string[] =>
  OVERLAYS.filter((each) => each.startsWith(`${environment}/`))
    .map((each) => each.split('/')[1] ?? '')
    .filter((part) => part !== 'database');

withKubectl('kubectl and rollout.sh at an API server (skipped where there is no kubectl)', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = new Scene();
    await scene.open();
  });
  afterEach(() => scene.close());

  const everywhere = (version: string) =>
    Object.fromEntries(Object.keys(scene.wanted()).map((name) => [name, version]));

  describe.each(ENVIRONMENTS)('%s', (environment) => {
    beforeEach(() => scene.prepare(environment));

    it('is rolled out as a whole, jobs before pods, and then to the next version', async () => {
      expect(await scene.rollOut(environment)).toMatchObject({ status: 0, stderr: '' });
      expect(Object.keys(scene.wanted())).toHaveLength(11);
      expect(scene.running()).toEqual(everywhere('0.1.0'));

      const { changes } = scene.api.store;
      const lastJob = changes.findLast(({ object }) => object.kind === 'Job');
      const firstPods = changes.find(({ object }) => object.kind === 'Deployment');
      expect(lastJob?.version).toBeLessThan(firstPods?.version ?? 0);
      const jobs = scene.all('Job').map(({ metadata }) => metadata.uid);
      expect(jobs).toHaveLength(7);

      scene.release(environment, '0.2.0');
      expect(await scene.rollOut(environment)).toMatchObject({ status: 0, stderr: '' });
      expect(scene.running()).toEqual(everywhere('0.2.0'));
      expect(scene.all('Job').map(({ metadata }) => metadata.uid)).not.toEqual(
        expect.arrayContaining(jobs.slice(0, 1)),
      );
    });

    it('gives its database an owner, by a secret that is there for that long', async () => {
      const overlay = `${environment}/database`;
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 1 });

      const namespace = NAMESPACES[environment];
      // `kubectl create` by itself may send Protobuf, and the stand-in reads JSON alone.
      const applied = await scene.run(
        'sh',
        '-c',
        `printf '%s' '{"username": "master", "password": "word"}' | kubectl create secret generic database-server --namespace ${namespace} --from-file=database-server.json=/dev/stdin --dry-run=client --output json | kubectl apply --filename -`,
      );
      expect(applied).toMatchObject({ status: 0, stderr: '' });
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 0, stderr: '' });
      expect(scene.all('Job').map(({ metadata }) => metadata.name)).toEqual(['own-database']);
      await scene.kubectl('delete', 'secret', 'database-server', '--namespace', namespace);
      expect(await scene.rollOut(`${environment}/product`)).toMatchObject({ status: 0 });
    });

    it('is rolled out in its parts, each alone', async () => {
      const [product, ...services] = ['product', ...partsOf(environment)].filter(
        (each, index, all) => all.indexOf(each) === index,
      );
      expect(await scene.rollOut(`${environment}/${product}`)).toMatchObject({ status: 0 });
      for (const service of services) {
        const before = scene.wanted();
        const ended = await scene.rollOut(`${environment}/${service}`);
        expect({ service, ...ended }).toMatchObject({ status: 0, stderr: '' });
        const added = Object.keys(scene.wanted()).filter((name) => !(name in before));
        expect([service, ...added]).toEqual([
          service,
          ...[service, `${service}-worker`].filter((name) => name !== 'gateway-worker'),
        ]);
      }
      expect(scene.running()).toEqual(everywhere('0.1.0'));
    });
  });

  describe('when something goes wrong', () => {
    const overlay = 'production/campaign';
    const namespace = NAMESPACES.production;
    beforeEach(async () => {
      await scene.prepare('production');
      await scene.rollOut('production/product');
      await scene.rollOut(overlay);
      scene.release('production', '0.2.0');
    });
    const before = { campaign: '0.1.0', 'campaign-worker': '0.1.0' };

    it('ends with a failed migration, shows its log, and leaves the version before', async () => {
      scene.api.behaviour.failureOf = (job) =>
        job === 'migrate-campaign' ? 'column "title" is there already' : undefined;
      const { status, stderr } = await scene.rollOut(overlay);
      expect(status).toBe(1);
      expect(stderr).toContain('column "title" is there already');
      expect(stderr).toContain(
        'rollout.sh: job.batch/migrate-campaign failed: Job has reached the specified backoff limit. No pod was replaced: the version before serves on.',
      );
      expect(scene.wanted()).toEqual(before);
      expect(scene.running()).toEqual(before);

      scene.api.behaviour.failureOf = () => undefined;
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 0, stderr: '' });
      expect(scene.running()).toEqual({ campaign: '0.2.0', 'campaign-worker': '0.2.0' });
    });

    it('ends with one failed migration of many', async () => {
      scene.api.behaviour.failureOf = (job) =>
        job === 'migrate-mailing' ? 'out of disk space' : undefined;
      const { status, stderr } = await scene.rollOut('production');
      expect(status).toBe(1);
      expect(stderr).toContain('out of disk space');
      expect(stderr).toContain('job.batch/migrate-mailing failed');
      expect(scene.running()).toEqual(before);
    });

    it('leaves the old pods where new ones answer no probe, and tells the way back', async () => {
      scene.api.behaviour.starts = (image) => !image.endsWith(':0.2.0');
      const { status, stderr } = await scene.rollOut(overlay);
      expect(status).toBe(1);
      expect(stderr).toContain('exceeded its progress deadline');
      expect(stderr).toContain(
        'deployment.apps/campaign did not come up; its old pods serve on. Back: kubectl --namespace tomekeeper rollout undo deployment.apps/campaign',
      );
      expect(scene.running()).toEqual(before);
    });

    it('ends where a secret that a migration needs is not there', async () => {
      await scene.kubectl('delete', '--namespace', namespace, 'secret', 'campaign');
      const { status, stderr } = await scene.rollOut(overlay);
      expect(stderr).toContain('job.batch/migrate-campaign failed: Job was active longer than');
      expect(status).toBe(1);
      expect(waiting()).toEqual(['secret "campaign" not found']);
      expect(scene.running()).toEqual(before);
    });

    it('ends where settings of the pods are not there', async () => {
      await scene.kubectl('delete', '--namespace', namespace, 'configmap', 'product');
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 1 });
      expect(waiting()).toEqual(['configmap "product" not found', 'configmap "product" not found']);
      expect(scene.running()).toEqual(before);
    });

    it('ends where the account of the pods is not there', async () => {
      scene.edit('base/campaign/migrate.yaml', (text) =>
        text.replace('serviceAccountName: campaign', 'serviceAccountName: nobody'),
      );
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 1 });
      expect(scene.running()).toEqual(before);
    });

    /** Why pods don't start. */
    const waiting = () =>
      scene
        .all('Pod')
        .map(({ status }) => (status as PodStatus).message)
        .filter((message) => message !== undefined);
  });

  describe('when the API refuses', () => {
    const overlay = 'production/campaign';
    const deployment = 'components/process/deployment.yaml';
    beforeEach(() => scene.prepare('production'));

    it.each<readonly [string, string, (text: string) => string, string]>([
      [
        'what breaks a rule of its kind',
        deployment,
        (text) =>
          text.replace('[pod-template-hash]', '[app.kubernetes.io/component, pod-template-hash]'),
        'Deployment.apps "campaign" is invalid: spec.template.spec.topologySpreadConstraints',
      ],
      [
        'pods that the namespace does not allow',
        deployment,
        (text) => text.replace('runAsNonRoot: true', 'runAsNonRoot: false'),
        'exceeded its progress deadline',
      ],
      [
        'a namespace that is not there',
        'overlays/production/campaign/kustomization.yaml',
        (text) => text.replace('namespace: tomekeeper', 'namespace: elsewhere'),
        'namespaces "elsewhere" not found',
      ],
    ])('ends where it refuses %s', async (_, file, change, message) => {
      scene.edit(file, change);
      const { status, stderr } = await scene.rollOut(overlay);
      expect(stderr).toContain(message);
      expect(status).not.toBe(0);
      expect(scene.running()).toEqual({});
    });

    it('another selector for what is there, and another template for a job that ran', async () => {
      expect(await scene.rollOut('production/product')).toMatchObject({ status: 0 });
      expect(await scene.rollOut(overlay)).toMatchObject({ status: 0 });
      const rendered = `${scene.kubernetes}/overlays/${overlay}`;
      scene.release('production', '0.2.0');
      const { stderr } = await scene.kubectl('apply', '--kustomize', rendered);
      expect(stderr).toContain('Job.batch "migrate-campaign" is invalid: spec.template');

      scene.edit('base/campaign/api.yaml', (text) =>
        text.replaceAll('app.kubernetes.io/component: api', 'app.kubernetes.io/component: web'),
      );
      const second = await scene.rollOut(overlay);
      expect(second.stderr).toContain('Deployment.apps "campaign" is invalid: spec.selector');
    });

    it('lets kubectl call it an error to apply nothing', async () => {
      const { status, stderr } = await scene.kubectl(
        'apply',
        '--filename',
        `${scene.kubernetes}/overlays/production/product/namespace.yaml`,
        '--selector',
        'tomekeeper.dev/step=prepare',
      );
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'error: no objects passed to apply\n',
      });
    });
  });
});
