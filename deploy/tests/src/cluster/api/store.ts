import { randomUUID } from 'node:crypto';
import { treeOf } from '../rules/field-errors';
import type { Kind } from './kinds';

/** An object as the API keeps it. */
export type Stored = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [part: string]: unknown;
};

export type Change = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind: Kind;
  readonly object: Stored;
  readonly version: number;
};

/** What the API keeps, with everything that ever changed, for those who watch. */
export class Store {
  private readonly objects = new Map<string, { readonly kind: Kind; object: Stored }>();
  private readonly watchers = new Set<(change: Change) => void>();
  readonly changes: Change[] = [];
  version = 1;

  get(kind: Kind, namespace: string | undefined, name: string): Stored | undefined {
    return this.objects.get(keyOf(kind, namespace, name))?.object;
  }

  /** All of a kind, of every namespace where none is named. */
  list(kind: Kind, namespace?: string): readonly Stored[] {
    return [...this.objects.values()]
      .filter((each) => each.kind === kind)
      .map(({ object }) => object)
      .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  }

  create(kind: Kind, object: object): Stored {
    const { metadata } = object as { metadata: object };
    return this.put(kind, 'ADDED', {
      ...object,
      metadata: {
        ...metadata,
        uid: randomUUID(),
        creationTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
        generation: 1,
      },
    });
  }

  /** A change of what is wanted is a new generation, one of the status is none. */
  replace(kind: Kind, object: Stored): Stored {
    const { name, namespace } = object.metadata;
    const before = this.get(kind, namespace, name);
    const isSame = (part: string) =>
      JSON.stringify(before?.[part]) === JSON.stringify(object[part]);
    if (before && isSame('spec') && isSame('status') && isSame('data') && isSame('metadata'))
      return before;
    const generation = Number(treeOf(before?.metadata)['generation'] ?? 0);
    return this.put(kind, 'MODIFIED', {
      ...object,
      metadata: { ...object.metadata, generation: isSame('spec') ? generation : generation + 1 },
    });
  }

  delete(kind: Kind, { metadata }: Stored): void {
    const key = keyOf(kind, metadata.namespace, metadata.name);
    const found = this.objects.get(key);
    if (found === undefined) return;
    this.objects.delete(key);
    this.tell('DELETED', kind, found.object);
  }

  watch(watcher: (change: Change) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private put(kind: Kind, type: Change['type'], given: object): Stored {
    const { metadata } = given as Stored;
    const object = {
      ...given,
      metadata: { ...metadata, resourceVersion: String(this.version + 1) },
    } as Stored;
    this.objects.set(keyOf(kind, metadata.namespace, metadata.name), { kind, object });
    this.tell(type, kind, object);
    return object;
  }

  private tell(type: Change['type'], kind: Kind, object: Stored): void {
    this.version += 1;
    const change = { type, kind, object, version: this.version };
    this.changes.push(change);
    for (const watcher of this.watchers) watcher(change);
  }
}

const keyOf = ({ plural, group }: Kind, namespace: string | undefined, name: string): string =>
  `${plural}.${group}/${namespace ?? ''}/${name}`;
