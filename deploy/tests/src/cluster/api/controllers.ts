import { createHash } from 'node:crypto';
import type { DeploymentSpec, DeploymentStatus } from 'kubernetes-types/apps/v1';
import type { JobSpec } from 'kubernetes-types/batch/v1';
import type { PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1';
import { restrictedProblems } from '../../manifests/kubernetes/rules';
import type { Change, Store, Stored } from './store';

/** A cluster does nothing at once; kubectl shall see that things are under way. */
const REACTION_MS = 60;

/** What the test says of processes that a cluster would run. */
export type Behaviour = {
  /** Why a job's process fails, where it does; the text is its log. */
  failureOf: (job: string) => string | undefined;
  /** Whether processes of this image answer their probes. */
  starts: (image: string) => boolean;
};

/** Plays the cluster behind the API: makes pods for Deployments and Jobs, and says how they fare. */
export class Controllers {
  /** By the names of pods. */
  readonly logs = new Map<string, string>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly store: Store,
    readonly behaviour: Behaviour,
  ) {
    store.watch((change) => this.notice(change));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private notice({ type, object }: Change): void {
    const isJob = object.kind === 'Job';
    if (!isJob && object.kind !== 'Deployment') return;
    if (type === 'DELETED') {
      for (const pod of this.podsOf(object)) this.store.delete(pod);
      return;
    }
    const { observedGeneration } = (object.status ?? {}) as DeploymentStatus;
    if (isJob && type === 'ADDED') this.later(object, (now) => this.runJob(now));
    if (!isJob && observedGeneration !== object.metadata.generation)
      this.later(object, (now) => this.rollOut(now));
  }

  /** Acts on an object as it is by then, unless it was deleted. */
  private later({ kind, metadata }: Stored, act: (now: Stored) => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const now = this.store.get(kind, metadata.namespace, metadata.name);
      if (now?.metadata.uid === metadata.uid) act(now);
    }, REACTION_MS);
    this.timers.add(timer);
  }

  /** The new pods, and the old ones only once the new are ready: `maxUnavailable` is 0 in all of ours. */
  private rollOut(deployment: Stored): void {
    const { template, replicas = 1 } = deployment.spec as DeploymentSpec;
    const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 10);
    const isNew = ({ metadata }: Stored) => metadata.labels?.['pod-template-hash'] === hash;
    const image = template.spec?.containers[0]?.image ?? '';
    const silence = this.behaviour.starts(image) ? undefined : `${image} answers no probe`;
    const hindrance = this.hindranceOf(deployment, template) ?? silence;
    for (const pod of this.podsOf(deployment))
      if (isNew(pod) || hindrance === undefined) this.store.delete(pod);
    const old = this.podsOf(deployment).length;
    const made = hindrance === undefined ? replicas : 1;
    for (let index = 0; index < made; index += 1)
      this.makePod(deployment, `${hash}-${index}`, template, hindrance, hash);
    const ready = hindrance === undefined ? replicas : old;
    const progress =
      hindrance === undefined
        ? { status: 'True', reason: 'NewReplicaSetAvailable' }
        : // The deadline passes at once here.
          { status: 'False', reason: 'ProgressDeadlineExceeded', message: hindrance };
    this.store.replace(deployment, {
      status: {
        observedGeneration: deployment.metadata.generation,
        replicas: made + old,
        updatedReplicas: made,
        readyReplicas: ready,
        availableReplicas: ready,
        conditions: [{ type: 'Progressing', ...progress }],
      },
    });
  }

  private runJob(job: Stored): void {
    const { template } = job.spec as JobSpec;
    const hindrance = this.hindranceOf(job, template);
    const pod = this.makePod(job, 'pod', template, hindrance);
    const failure = this.behaviour.failureOf(job.metadata.name);
    this.logs.set(pod.metadata.name, failure ?? 'done');
    // A pod that never starts runs into its deadline, which passes at once here.
    if (hindrance !== undefined)
      this.endJob(job, 'Failed', 'Job was active longer than specified deadline');
    else if (failure !== undefined)
      this.endJob(job, 'Failed', 'Job has reached the specified backoff limit');
    else this.endJob(job, 'Complete', 'Reached expected number of succeeded pods');
  }

  /** As the API has it: first the condition that its end is settled, then the end. */
  private endJob(job: Stored, end: 'Complete' | 'Failed', message: string): void {
    const sign = end === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const settled = { type: sign, status: 'True', message };
    this.store.replace(job, { status: { conditions: [settled] } });
    this.later(job, (now) => {
      const conditions = [settled, { type: end, status: 'True', message }];
      this.store.replace(now, { status: { conditions } });
    });
  }

  private podsOf({ metadata }: Stored): readonly Stored[] {
    return this.store
      .list('Pod', metadata.namespace)
      .filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid));
  }

  private makePod(
    { apiVersion, kind, metadata: { name, namespace, uid } }: Stored,
    suffix: string,
    template: PodTemplateSpec,
    waiting: string | undefined,
    hash?: string,
  ): Stored {
    const labels = {
      ...template.metadata?.labels,
      ...(kind === 'Job' && { 'batch.kubernetes.io/job-name': name }),
      ...(hash !== undefined && { 'pod-template-hash': hash }),
    };
    return this.store.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${name}-${suffix}`,
        ...(namespace !== undefined && { namespace }),
        labels,
        ownerReferences: [{ apiVersion, kind, name, uid }],
      },
      spec: template.spec,
      status: { phase: waiting === undefined ? 'Running' : 'Pending', message: waiting },
    });
  }

  /** Why such a pod is not let in, or can't be started by a node. */
  private hindranceOf({ metadata }: Stored, template: PodTemplateSpec): string | undefined {
    const { namespace } = metadata;
    const spec = template.spec ?? { containers: [] };
    const enforced = this.store.get('Namespace', undefined, namespace ?? '')?.metadata.labels;
    if (enforced?.['pod-security.kubernetes.io/enforce'] === 'restricted') {
      const [violation] = restrictedProblems(spec);
      if (violation !== undefined) return `violates PodSecurity "restricted:latest": ${violation}`;
    }
    for (const { kind, name, key } of neededBy(spec)) {
      const found = this.store.get(kind, namespace, name);
      if (found === undefined) return `${kind.toLowerCase()} "${name}" not found`;
      if (key !== undefined && !(key in (found.data ?? {})))
        return `couldn't find key ${key} in ${kind} ${namespace}/${name}`;
    }
    return undefined;
  }
}

type Needed = { readonly kind: string; readonly name: string; readonly key?: string };
type Source = { readonly name?: string; readonly items?: readonly { readonly key: string }[] };

/** The account, claims, Secrets and settings without which a pod does not start. */
function neededBy({ serviceAccountName, volumes = [], containers }: PodSpec): readonly Needed[] {
  const ofSource = (kind: string, { name = '', items }: Source): readonly Needed[] =>
    items?.map(({ key }) => ({ kind, name, key })) ?? [{ kind, name }];
  const mounted = volumes.flatMap(({ persistentVolumeClaim, projected }) => [
    ...(persistentVolumeClaim
      ? [{ kind: 'PersistentVolumeClaim', name: persistentVolumeClaim.claimName }]
      : []),
    ...(projected?.sources ?? []).flatMap(({ secret, configMap }) => [
      ...(secret && secret.optional !== true ? ofSource('Secret', secret) : []),
      ...(configMap && configMap.optional !== true ? ofSource('ConfigMap', configMap) : []),
    ]),
  ]);
  const settings = containers
    .flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []))
    .map(({ name = '', key }) => ({ kind: 'ConfigMap', name, key }));
  const account =
    serviceAccountName === undefined ? [] : [{ kind: 'ServiceAccount', name: serviceAccountName }];
  return [...account, ...mounted, ...settings];
}
