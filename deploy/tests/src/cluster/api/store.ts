import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';

/** An object as it is applied. */
export type Applied = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta & { readonly name: string };
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly data?: Readonly<Record<string, string>>;
};

/** An object as the API keeps it. */
export type Stored = Applied & {
  readonly metadata: { readonly uid: string; readonly generation: number };
};

export type Change = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Stored;
  readonly version: number;
};

/** What the API keeps, with everything that ever changed, for those who watch. */
export class Store {
  private readonly objects = new Map<string, Stored>();
  private readonly watchers = new Set<(change: Change) => void>();
  readonly changes: Change[] = [];
  version = 1;

  get(kind: string, namespace: string | undefined, name: string): Stored | undefined {
    return this.objects.get(keyOf(kind, namespace, name));
  }

  /** All of a kind, of every namespace where none is named. */
  list(kind: string, namespace?: string): readonly Stored[] {
    return [...this.objects.values()].filter(
      (each) =>
        each.kind === kind && (namespace === undefined || each.metadata.namespace === namespace),
    );
  }

  create(object: Applied): Stored {
    const creationTimestamp = new Date().toISOString().replace(/\.\d+/, '');
    return this.put('ADDED', {
      ...object,
      metadata: { ...object.metadata, uid: randomUUID(), creationTimestamp, generation: 1 },
    });
  }

  /** A change of what is wanted is a new generation, one of the status is none. */
  replace(before: Stored, changed: Partial<Applied>): Stored {
    const object = { ...before, ...changed };
    const { uid, creationTimestamp, generation } = before.metadata;
    const step = isDeepStrictEqual(before.spec, object.spec) ? 0 : 1;
    const own = { uid, creationTimestamp, generation: generation + step };
    return this.put('MODIFIED', { ...object, metadata: { ...object.metadata, ...own } });
  }

  delete(object: Stored): void {
    const { namespace, name } = object.metadata;
    if (this.objects.delete(keyOf(object.kind, namespace, name))) this.tell('DELETED', object);
  }

  watch(watcher: (change: Change) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private put(type: Change['type'], given: Stored): Stored {
    const resourceVersion = String(this.version + 1);
    const object = { ...given, metadata: { ...given.metadata, resourceVersion } };
    this.objects.set(keyOf(object.kind, object.metadata.namespace, object.metadata.name), object);
    this.tell(type, object);
    return object;
  }

  private tell(type: Change['type'], object: Stored): void {
    this.version += 1;
    const change = { type, object, version: this.version };
    this.changes.push(change);
    for (const watcher of this.watchers) watcher(change);
  }
}

const keyOf = (kind: string, namespace = '', name: string): string =>
  `${kind}/${namespace}/${name}`;
