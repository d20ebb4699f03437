import {
  publishedVersion,
  remoteManifest,
  type RemoteManifest,
} from '@tomekeeper/contracts-federation';
import { z } from 'zod';

/** The command that made a version live. */
const HOW = ['start', 'dev', 'ship', 'promote', 'rollback'] as const;
export type How = (typeof HOW)[number];

const stay = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  /** Since when it was live. */
  at: z.string(),
  how: z.enum(HOW),
  /** Set when a rollback withdrew the version; later rollbacks skip it. */
  withdrawn: z.literal(true).optional(),
});
export type Stay = z.infer<typeof stay>;

const live = z.looseObject({ ...publishedVersion.shape, manifest: remoteManifest });
const remotePointer = z.looseObject({
  ...live.shape,
  canary: z.looseObject({ ...live.shape, percent: z.number() }).optional(),
  draft: live.optional(),
  /** The build of this workspace that was published last: only another one is news to a start. */
  built: z.string().optional(),
  /** Live versions, newest first; the first entry is the current one. */
  history: z.array(stay).default([]),
});
export type RemotePointer = z.infer<typeof remotePointer>;
export type Pointers = Record<string, RemotePointer>;

/**
 * Parses the pointer file (fields for the gateway and our own). Remotes are parsed separately, so one broken
 * entry does not invalidate the others.
 */
export function readPointerFile(content: unknown): { pointers: Pointers; broken: string[] } {
  const file = z.record(z.string(), z.unknown()).safeParse(content);
  if (!file.success) return { pointers: {}, broken: ['all of it'] };
  const pointers: Pointers = {};
  const broken: string[] = [];
  for (const [id, value] of Object.entries(file.data)) {
    const read = remotePointer.safeParse(value);
    if (read.success) pointers[id] = read.data;
    else broken.push(id);
  }
  return { pointers, broken };
}

/** A stored version that can be made live. */
export type Published = {
  readonly version: string;
  readonly integrity: string;
  readonly manifest: RemoteManifest;
};

/** A version stays this long after it was live last: tabs that hold it ask for its files. */
export const KEPT_DAYS = 30;
/** How far back `--rollback` can lead, one step after the other. */
const REACH = 10;
/** Older entries go; a rebuild every few seconds must not make the file grow for ever. */
const REMEMBERED = 100;

/** Everybody gets this version; a canary is over. */
export function movedTo(
  before: RemotePointer | undefined,
  { version, integrity, manifest }: Published,
  { how, at }: { how: How; at: Date },
): RemotePointer {
  const past = before?.history ?? [];
  const isNew = before?.version !== version;
  const entry = { version, integrity, at: at.toISOString(), how };
  return {
    version,
    integrity,
    manifest,
    ...(before?.built !== undefined && { built: before.built }),
    ...(before?.draft && { draft: before.draft }),
    history: isNew ? [entry, ...past].slice(0, REMEMBERED) : past,
  };
}

/** Serves this version to a share of the users; the others get the live version. */
export const withCanary = (
  before: RemotePointer,
  { version, integrity, manifest }: Published,
  percent: number,
): RemotePointer => ({ ...before, canary: { version, integrity, manifest, percent } });

export function withoutCanary({ canary: _over, ...rest }: RemotePointer): RemotePointer {
  return rest;
}

/** The target of a rollback: the newest earlier live version that was not rolled back itself. */
export function earlier({ version, history }: RemotePointer): Stay | undefined {
  return history.find((stay) => stay.version !== version && !stay.withdrawn);
}

/** Marks a version as rolled back. */
export const withdrawn = (pointer: RemotePointer): RemotePointer => ({
  ...pointer,
  history: pointer.history.map((stay) =>
    stay.version === pointer.version ? { ...stay, withdrawn: true } : stay,
  ),
});

/**
 * Versions of a remote that must be kept regardless of age (live versions and rollback targets), and the end
 * of use of all other versions.
 */
export function usage(pointer: RemotePointer): { kept: Set<string>; usedUntil: Map<string, Date> } {
  const kept = new Set([pointer.version]);
  if (pointer.canary) kept.add(pointer.canary.version);
  if (pointer.draft) kept.add(pointer.draft.version);
  const usedUntil = new Map<string, Date>();
  let until: Date | undefined;
  for (const { version, at, withdrawn: gone } of pointer.history) {
    if (!gone && kept.size < REACH) kept.add(version);
    if (until && !usedUntil.has(version)) usedUntil.set(version, until);
    until = new Date(at);
  }
  return { kept, usedUntil };
}
