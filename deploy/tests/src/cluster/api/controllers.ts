import { createHash } from 'node:crypto';
import { isTree, textOf, treeOf, treesOf, type Tree } from '../rules/field-errors';
import { restrictedViolations } from '../rules/pod-security';
import { keysWantedBy } from '../rules/volumes';
import { kindNamed, type Kind } from './kinds';
import type { Change, Store, Stored } from './store';

const DEPLOYMENT = kindNamed('Deployment');
const JOB = kindNamed('Job');
const POD = kindNamed('Pod');
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

  private notice({ type, kind, object }: Change): void {
    if (kind !== DEPLOYMENT && kind !== JOB) return;
    if (type === 'DELETED') {
      for (const pod of this.podsOf(object)) this.store.delete(POD, pod);
      return;
    }
    const { generation } = object.metadata;
    const isNew = treeOf(object['status'])['observedGeneration'] !== generation;
    if (kind === JOB ? type === 'ADDED' : isNew) this.later(() => this.act(kind, object.metadata));
  }

  private act(kind: Kind, { namespace, name, uid }: Stored['metadata']): void {
    const object = this.store.get(kind, namespace, name);
    if (object?.metadata.uid !== uid) return;
    if (kind === JOB) this.runJob(object);
    else this.rollOut(object);
  }

  private later(act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, REACTION_MS);
    this.timers.add(timer);
  }

  /** The new pods, and the old ones only once the new are ready: `maxUnavailable` is 0 in all of ours. */
  private rollOut(deployment: Stored): void {
    const spec = treeOf(deployment['spec']);
    const template = treeOf(spec['template']);
    const replicas = Number(spec['replicas']);
    const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 10);
    const before = this.podsOf(deployment);
    const isOld = ({ metadata }: Stored) => metadata.labels?.['pod-template-hash'] !== hash;
    const old = before.filter(isOld);
    const refusal = this.refusalOf(deployment, template);
    const hindrance = refusal ?? this.hindranceOf(deployment, template) ?? this.silenceOf(template);
    for (const pod of before) if (!isOld(pod)) this.store.delete(POD, pod);
    const made = refusal === undefined ? (hindrance === undefined ? replicas : 1) : 0;
    for (let index = 0; index < made; index += 1)
      this.makePod(deployment, `${hash}-${index}`, template, {
        labels: { 'pod-template-hash': hash },
        waiting: hindrance,
      });
    if (hindrance === undefined) for (const pod of old) this.store.delete(POD, pod);
    const ready = hindrance === undefined ? replicas : old.length;
    const progress = {
      type: 'Progressing',
      ...(hindrance === undefined
        ? { status: 'True', reason: 'NewReplicaSetAvailable' }
        : // The deadline passes at once here.
          { status: 'False', reason: 'ProgressDeadlineExceeded', message: hindrance }),
    };
    this.store.replace(DEPLOYMENT, {
      ...deployment,
      status: {
        observedGeneration: deployment.metadata['generation'],
        replicas: made + (hindrance === undefined ? 0 : old.length),
        updatedReplicas: made,
        readyReplicas: ready,
        availableReplicas: ready,
        conditions: [
          { type: 'Available', status: ready > 0 ? 'True' : 'False', reason: 'Minimum' },
          progress,
        ],
      },
    });
  }

  private runJob(job: Stored): void {
    const template = treeOf(treeOf(job['spec'])['template']);
    const hindrance = this.refusalOf(job, template) ?? this.hindranceOf(job, template);
    const failure = this.behaviour.failureOf(job.metadata.name);
    if (hindrance !== undefined) {
      // Its pod never starts, and its deadline passes at once here.
      this.makePod(job, 'pod', template, { waiting: hindrance });
      this.endJob(job, 'Failed', {
        reason: 'DeadlineExceeded',
        message: 'Job was active longer than specified deadline',
      });
      return;
    }
    const pod = this.makePod(job, 'pod', template, {});
    this.logs.set(pod.metadata.name, failure ?? 'done');
    if (failure === undefined)
      this.endJob(job, 'Complete', {
        reason: 'CompletionsReached',
        message: 'Reached expected number of succeeded pods',
      });
    else
      this.endJob(job, 'Failed', {
        reason: 'BackoffLimitExceeded',
        message: 'Job has reached the specified backoff limit',
      });
  }

  /** As the API has it: first the condition that its end is settled, then the end. */
  private endJob(job: Stored, end: 'Complete' | 'Failed', why: object): void {
    const sign = end === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const settled = { type: sign, status: 'True', ...why };
    const settledJob = this.store.replace(JOB, {
      ...job,
      status: { conditions: [settled] },
    });
    this.later(() => {
      const now = this.store.get(JOB, job.metadata.namespace, job.metadata.name);
      if (now?.metadata.uid !== job.metadata.uid) return;
      this.store.replace(JOB, {
        ...settledJob,
        status: { conditions: [settled, { type: end, status: 'True', ...why }] },
      });
    });
  }

  private podsOf({ metadata }: Stored): readonly Stored[] {
    return this.store
      .list(POD, metadata.namespace)
      .filter((pod) =>
        treesOf(pod.metadata['ownerReferences']).some(({ uid }) => uid === metadata.uid),
      );
  }

  private makePod(
    owner: Stored,
    suffix: string,
    template: Tree,
    { labels = {}, waiting }: { labels?: object; waiting?: string | undefined },
  ): Stored {
    const { name, namespace, uid } = owner.metadata;
    return this.store.create(POD, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...treeOf(template['metadata']),
        name: `${name}-${suffix}`,
        namespace,
        labels: { ...treeOf(treeOf(template['metadata'])['labels']), ...labels },
        ownerReferences: [{ apiVersion: owner.apiVersion, kind: owner.kind, name, uid }],
      },
      spec: template['spec'],
      status: { phase: waiting === undefined ? 'Running' : 'Pending', message: waiting },
    });
  }

  /** Why admission lets no such pod in. */
  private refusalOf({ metadata }: Stored, template: Tree): string | undefined {
    const { namespace = '' } = metadata;
    const spec = treeOf(template['spec']);
    const account = textOf(spec['serviceAccountName'] ?? 'default');
    if (account !== 'default' && !this.store.get(kindNamed('ServiceAccount'), namespace, account))
      return `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`;
    const enforced = this.store.get(kindNamed('Namespace'), undefined, namespace)?.metadata
      .labels?.['pod-security.kubernetes.io/enforce'];
    const violations = enforced === 'restricted' ? restrictedViolations(spec) : [];
    return violations.length === 0
      ? undefined
      : `violates PodSecurity "restricted:latest": ${violations.join(', ')}`;
  }

  /** Why a node can't start such a pod. */
  private hindranceOf({ metadata }: Stored, template: Tree): string | undefined {
    const spec = treeOf(template['spec']);
    for (const { kind, name, key } of keysWantedBy(spec)) {
      const found = this.store.get(kindNamed(kind), metadata.namespace, name);
      if (found === undefined) return `${kind.toLowerCase()} "${name}" not found`;
      if (key !== undefined && !(key in treeOf(found['data'])))
        return `couldn't find key ${key} in ${kind} ${metadata.namespace}/${name}`;
    }
    for (const volume of treesOf(spec['volumes'])) {
      const claim = volume['persistentVolumeClaim'];
      const name = textOf(treeOf(claim)['claimName']);
      const kind = kindNamed('PersistentVolumeClaim');
      if (isTree(claim) && !this.store.get(kind, metadata.namespace, name))
        return `persistentvolumeclaim "${name}" not found`;
    }
    return undefined;
  }

  private silenceOf(template: Tree): string | undefined {
    const [container] = treesOf(treeOf(template['spec'])['containers']);
    const image = textOf(container?.['image']);
    return this.behaviour.starts(image) ? undefined : `${image} answers no probe`;
  }
}
