import * as z from 'zod/mini';
import { oneOf } from './one-of';
import {
  API_PATH,
  CAMPAIGN_PATH,
  CONTAINER_NAME,
  FILE_NAME,
  INTEGRITY,
  REMOTE_ID,
  ROUTE_PATTERN,
  SITE_PATH,
} from './patterns';

/** A GET request of a page that depends on its address only; sent before shell and remote have loaded. */
export const routeCall = z.object({
  /** `:name` is a parameter of the route, `:fragment` the rest of the URL's fragment. */
  path: z.string().check(z.regex(API_PATH)),
  /** The call needs a fragment with this prefix (`#p-`), or with an empty prefix no fragment. */
  fragment: z.optional(z.string()),
});
export type RouteCall = z.infer<typeof routeCall>;

/** Route patterns of a remote (`/campaigns/:id`); `*` is the fallback. */
export const remoteRoute = z.object({
  path: z.string().check(z.regex(ROUTE_PATTERN)),
  /** Guarded pages require a session; the shell redirects to sign-in first. */
  access: oneOf('guarded', 'public'),
  calls: z.optional(z.array(routeCall)),
});
export type RemoteRoute = z.infer<typeof remoteRoute>;

/** A script or style sheet of a version folder. */
const preloadedFile = z.object({
  file: z.string().check(z.regex(FILE_NAME)),
  integrity: z.string().check(z.regex(INTEGRITY)),
});
export type PreloadedFile = z.infer<typeof preloadedFile>;

/** Files that a remote needs in addition to its entry. The gateway names them in the document; browsers do not get the lists. */
export const preloads = z.object({
  /** Needed by all pages and widgets. */
  module: z.array(preloadedFile),
  /** Needed by a route, by its pattern. */
  routes: z.record(
    z.string(),
    z.object({
      files: z.array(preloadedFile),
      /** Widgets of other remotes that the page shows first. */
      widgets: z.array(z.string()),
    }),
  ),
  /** Needed to check a session; present only in the remote that provides it. */
  session: z.array(preloadedFile),
});
export type Preloads = z.infer<typeof preloads>;

/** Navigation link of a remote in the header. */
export const remoteNavLink = z.object({
  label: z.string(),
  to: z.string().check(z.regex(SITE_PATH)),
  /** Ascending sort order. */
  order: z.number(),
  show: oneOf('signed-in', 'always'),
});
export type RemoteNavLink = z.infer<typeof remoteNavLink>;

/** Link of a remote in the navigation of a campaign. */
export const campaignNavLink = z.object({
  label: z.string(),
  /** Rest of the address below `/campaigns/{id}`, such as `/library`. */
  path: z.string().check(z.regex(CAMPAIGN_PATH)),
  /** Name of a shell icon; a page for names that the shell does not know. */
  icon: z.string(),
  /** Ascending sort order. */
  order: z.number(),
  /** Who sees the link. */
  roles: oneOf('gm', 'all'),
  /** Secondary links are at the end of the bar, and below "More" on phones. */
  place: oneOf('secondary', 'main'),
});
export type CampaignNavLink = z.infer<typeof campaignNavLink>;

/** `remote.json` of a version folder: metadata that the shell needs before it loads code. */
export const remoteManifest = z.object({
  id: z.string().check(z.regex(REMOTE_ID)),
  /** Federation container name. */
  container: z.string().check(z.regex(CONTAINER_NAME)),
  /** Contract range, such as `^1.0`. */
  requires: z.string(),
  routes: z.array(remoteRoute),
  nav: z._default(z.array(remoteNavLink), []),
  campaignNav: z._default(z.array(campaignNavLink), []),
  /** Names of widgets for other remotes, such as `documents.campaign-panel`. */
  widgets: z._default(z.array(z.string()), []),
  /** Present only in the remote that provides the session. */
  session: z.optional(
    z.object({
      /**
       * Local storage key whose presence indicates a possible session; `{client_id}` is replaced by the pool's client id. Without
       * the key the user is signed out, and the remote is not loaded.
       */
      storage_key: z.string(),
      /** Local storage key of the ID token; `{user}` is replaced by the value of `storage_key`. */
      token_key: z.optional(z.string()),
      /** Calls of every guarded page. */
      calls: z.optional(z.array(routeCall)),
    }),
  ),
  /** Entry file, relative to the version folder. */
  entry: z.string(),
  /** Integrity hashes of further files of the version folder that the entry does not cover; browsers block mismatching files. */
  files: z.optional(z.record(z.string(), z.string().check(z.regex(INTEGRITY)))),
  /** Absent in remotes of earlier builds, which the gateway does not preload, and in the registry's responses. */
  preloads: z.optional(preloads),
});
export type RemoteManifest = z.infer<typeof remoteManifest>;

/** A live version of a remote. */
export const registryEntry = z.object({
  id: z.string(),
  version: z.string(),
  /** Base URL of the version folder, with a trailing slash: `/remotes/campaigns/1f3a…/`. */
  base_url: z.string(),
  /** Integrity hash of the manifest's `entry`; browsers block a mismatching file. */
  integrity: z.optional(z.string().check(z.regex(INTEGRITY))),
  /** Development build that this browser requested. */
  draft: z.optional(z.boolean()),
  manifest: remoteManifest,
});
export type RegistryEntry = z.infer<typeof registryEntry>;

/** Response of `GET /registry/remotes.json`. Parse each entry separately, so that an invalid one does not affect the others. */
export const registry = z.object({ remotes: z.array(z.unknown()) });

/** A stored version of a remote, as referenced by a pointer. */
export const publishedVersion = z.object({
  /** Folder name. */
  version: z.string().check(z.regex(/^\w[\w.-]*$/)),
  integrity: z.optional(z.string().check(z.regex(INTEGRITY))),
  /** Copy of `remote.json`, which survives the loss of the folder. */
  manifest: z.optional(z.unknown()),
});

export type PublishedVersion = z.infer<typeof publishedVersion>;

/** One remote's entry in the registry's pointer file: the version for all browsers, or for all outside the canary. */
export const livePointer = z.extend(publishedVersion, {
  /** Last build of `npm run dev -- <remote>`, for browsers that request it. */
  draft: z.optional(publishedVersion),
  canary: z.optional(
    z.extend(publishedVersion, { percent: z.int().check(z.minimum(1), z.maximum(99)) }),
  ),
});
export type LivePointer = z.infer<typeof livePointer>;
