import * as z from 'zod/mini';
import { oneOf } from './one-of';
import { CONTAINER_NAME, INTEGRITY, REMOTE_ID, ROUTE_PATTERN, SITE_PATH } from './patterns';

/** Paths a remote answers for, as route patterns (`/campaigns/:id`); `*` is the fallback. */
export const remoteRoute = z.object({
  path: z.string().check(z.regex(ROUTE_PATTERN)),
  /** Guarded pages are shown only with a session; the shell asks for sign-in first. */
  access: oneOf('guarded', 'public'),
});
export type RemoteRoute = z.infer<typeof remoteRoute>;

/** A link that a remote puts into the header. */
export const remoteNavLink = z.object({
  label: z.string(),
  to: z.string().check(z.regex(SITE_PATH)),
  /** Links stand from low to high. */
  order: z.number(),
  show: oneOf('signed-in', 'always'),
});
export type RemoteNavLink = z.infer<typeof remoteNavLink>;

/** `remote.json` of a version folder: what the shell must know before it loads any code. */
export const remoteManifest = z.object({
  id: z.string().check(z.regex(REMOTE_ID)),
  /** Federation container name. */
  container: z.string().check(z.regex(CONTAINER_NAME)),
  /** Contract range, `^1.0`. */
  requires: z.string(),
  routes: z.array(remoteRoute),
  nav: z._default(z.array(remoteNavLink), []),
  /** Names of widgets that other remotes may place, `documents.campaign-panel`. */
  widgets: z._default(z.array(z.string()), []),
  /** Present in the one remote that provides the session. */
  session: z.optional(
    z.object({
      /**
       * Key in local storage whose presence means that a session may exist; `{client_id}` stands for
       * the pool's client. Absent key: signed out, and the remote is not even loaded.
       */
      storage_key: z.string(),
    }),
  ),
  /** File to load, relative to the version folder. */
  entry: z.string(),
  /**
   * What further files of the version folder must be, where the entry does not say it: one of them that is another one
   * is neither run nor applied.
   */
  files: z.optional(z.record(z.string(), z.string().check(z.regex(INTEGRITY)))),
});
export type RemoteManifest = z.infer<typeof remoteManifest>;

/** A live version of a remote. */
export const registryEntry = z.object({
  id: z.string(),
  version: z.string(),
  /** Base of the version folder, ends with a slash: `/remotes/campaigns/1f3a…/`. */
  base_url: z.string(),
  /** Of the manifest's `entry`; a file that is another one is not run. */
  integrity: z.optional(z.string().check(z.regex(INTEGRITY))),
  /** A draft: this browser requested the remote as it is built from its present source. */
  draft: z.optional(z.boolean()),
  manifest: remoteManifest,
});
export type RegistryEntry = z.infer<typeof registryEntry>;

/** Answer of `GET /registry/remotes.json`. One broken entry must not cost the others: parse each alone. */
export const registry = z.object({ remotes: z.array(z.unknown()) });

/** A stored version of a remote, as a pointer names it. */
export const publishedVersion = z.object({
  /** Name of its folder. */
  version: z.string().check(z.regex(/^\w[\w.-]*$/)),
  integrity: z.optional(z.string().check(z.regex(INTEGRITY))),
  /** A copy of `remote.json`, which outlives a lost folder. */
  manifest: z.optional(z.unknown()),
});

export type PublishedVersion = z.infer<typeof publishedVersion>;

/** One remote's part of the registry's pointer file: what everybody gets, or all but a few. */
export const livePointer = z.extend(publishedVersion, {
  /** What `npm run dev -- <remote>` has built last, for browsers that ask for it. */
  draft: z.optional(publishedVersion),
  canary: z.optional(
    z.extend(publishedVersion, { percent: z.int().check(z.minimum(1), z.maximum(99)) }),
  ),
});
export type LivePointer = z.infer<typeof livePointer>;
