import path from 'node:path';
import { satisfiesContract } from '@tomekeeper/contracts-federation';
import { progress, StartupProblem } from '@tomekeeper/cli-kit';
import type { Project } from '@tomekeeper/installation';
import type { RemotePointer, Published } from '../registry/pointers';
import { inspect, type Expected, type Registry } from '../registry/registry';
import type { Wanted } from './arguments';
import { statusLines } from './status';

/** Dependencies of the ship command. */
export type Dock = {
  readonly registry: Registry;
  /** Version of the contract that the product's shell speaks. */
  readonly contract: string;
  /** Working directory of the command; relative folders are resolved against it. */
  readonly here: string;
  /** The remote of that name. */
  readonly project: (remote: string) => Project;
  /** Builds a project; throws a sentence when it can't be built. @returns its `dist` */
  readonly build: (project: Project) => Promise<string>;
};

/** Runs the command. @throws {StartupProblem} if it fails; then nothing has changed */
export async function ship(wanted: Wanted, dock: Dock): Promise<void> {
  await refuseBrokenPointers(dock.registry);
  switch (wanted.do) {
    case 'status':
      for (const line of await statusLines(dock.registry)) console.log(line);
      return;
    case 'sweep':
      return sweep(dock.registry);
    case 'ship':
      return toAll(wanted.remote, dock, wanted.from);
    case 'canary':
      return toSome(wanted.remote, wanted.percent, dock);
    case 'promote':
      return promote(wanted.remote, dock);
    case 'rollback':
      return rollBack(wanted.remote, dock);
  }
}

async function toAll(id: string, dock: Dock, from?: string): Promise<void> {
  const began = Date.now();
  const before = (await dock.registry.live())[id];
  const build = from ? path.resolve(dock.here, from) : await dock.build(dock.project(id));
  const published = await stored(id, build, dock);
  if (before?.version === published.version && !before.canary) {
    return progress.done(
      `${id} ${published.version} is already live: its sources have not changed`,
    );
  }
  await dock.registry.moveTo(id, published, 'ship', expected(before));
  progress.done(`${id} ${published.version} is live${was(before)}`, began);
  if (before)
    progress.note(
      `Open tabs load it on their next navigation. To roll back: npm run ship -- ${id} --rollback`,
    );
  await dock.registry.sweep();
}

async function toSome(id: string, percent: number, dock: Dock): Promise<void> {
  const began = Date.now();
  const before = (await dock.registry.live())[id];
  // Increasing the share promotes the tested canary, not a new build of the sources.
  const published = before?.canary
    ? await dock.registry.stored(id, before.canary.version, before.canary.integrity)
    : await stored(id, await dock.build(dock.project(id)), dock);
  if (before?.version === published.version) {
    throw new StartupProblem(
      `${id} ${published.version} is already live for everyone: its sources have not changed.`,
    );
  }
  await dock.registry.tryOn(id, published, percent, expected(before));
  progress.done(
    `${percent} of 100 visitors get ${id} ${published.version}, the others ${before?.version}`,
    began,
  );
  progress.note(
    `To ship it to everyone: npm run ship -- ${id} --to 100%. To roll back: npm run ship -- ${id} --rollback`,
  );
}

async function promote(id: string, dock: Dock): Promise<void> {
  const before = (await dock.registry.live())[id];
  if (!before?.canary) return toAll(id, dock);
  const published = await dock.registry.stored(id, before.canary.version, before.canary.integrity);
  requireContract(id, published, dock);
  await dock.registry.moveTo(id, published, 'promote', expected(before));
  progress.done(`${id} ${published.version} is live for everyone${was(before)}`);
}

async function rollBack(id: string, { registry }: Dock): Promise<void> {
  const before = (await registry.live())[id];
  if (before?.canary) {
    await registry.endCanary(id, expected(before));
    return progress.done(
      `Everyone gets ${id} ${before.version} again; the canary ${before.canary.version} was removed`,
    );
  }
  const { version } = await registry.rollBack(id);
  progress.done(`${id} ${version} is live again${was(before)}`);
}

async function sweep(registry: Registry): Promise<void> {
  const removed = await registry.sweep();
  for (const version of removed) progress.done(`${version} is removed`);
  if (removed.length === 0) progress.done('Nothing to remove');
}

/** Stores a build once it is sure that the shell could live with it. */
async function stored(id: string, dist: string, dock: Dock): Promise<Published> {
  const { id: built, published } = await inspect(dist);
  if (built !== id)
    throw new StartupProblem(`The build in ${dist} belongs to ${built}, not to ${id}.`);
  requireContract(id, published, dock);
  await dock.registry.upload(dist);
  return published;
}

function requireContract(
  id: string,
  { manifest: { requires } }: Published,
  { contract }: Dock,
): void {
  if (satisfiesContract(contract, requires)) return;
  throw new StartupProblem(
    `${id} requires contract ${requires} but the live shell supports ${contract} and would reject it: ship the shell first, or build ${id} for ${contract}.`,
  );
}

/** Rewriting an unreadable pointer file would remove remotes from the product. */
async function refuseBrokenPointers({ store }: Registry): Promise<void> {
  const { broken, tag } = await store.readPointers();
  if (tag === undefined || broken.length === 0) return;
  throw new StartupProblem(
    `live.json in ${store.name} can't be read (${broken.join(', ')}): restore it, or let npm start write a new one.`,
  );
}

const expected = (before: RemotePointer | undefined): Expected => ({ version: before?.version });
const was = (before: RemotePointer | undefined): string =>
  before ? ` (was ${before.version})` : '';
