import type { UpstreamName } from '../upstreams/origins';

/** How failures of the gateway itself are worded below a prefix. */
export type ErrorForm =
  | 'problem'
  /** The user-pool protocol's own JSON, which identity libraries understand. */
  | 'user-pool';

export interface ProxyRoute {
  /** Matches the path itself and all below it; a part of it that begins with a colon is any. The path is passed on as it is. */
  prefix: string;
  upstream: UpstreamName;
  errors: ErrorForm;
  /** Milliseconds until the upstream must have begun to answer; default UPSTREAM_TIMEOUT_MS. */
  timeoutMs?: number;
  /** A GET of the prefix itself is answered with a stream; what is below it is ordinary. */
  isStream?: boolean;
  /** The service answers with pages, whose content security policy only it can know. */
  hasPages?: boolean;
  /** The service sets its own CORS headers; other answers have none. */
  otherOrigins?: boolean;
}

/** An account's data in one file takes longer to begin than any other answer. */
const EXPORT_TIMEOUT_MS = 60_000;
/** A language model may write for so long; the search service gives up before. */
const MODEL_TIMEOUT_MS = 120_000;

/** Every public path that belongs to a service. A path that is not below one of these reaches none. */
export const ROUTES: readonly ProxyRoute[] = [
  { prefix: '/idp', upstream: 'identity', errors: 'user-pool', otherOrigins: true },
  { prefix: '/idp/confirmUser', upstream: 'identity', errors: 'problem', hasPages: true },
  { prefix: '/api/me', upstream: 'identity', errors: 'problem' },
  { prefix: '/api/logout', upstream: 'identity', errors: 'problem' },
  {
    prefix: '/api/account',
    upstream: 'identity',
    errors: 'problem',
    timeoutMs: EXPORT_TIMEOUT_MS,
  },
  { prefix: '/api/campaigns', upstream: 'campaign', errors: 'problem' },
  // What was shown of a campaign's documents is known where they are.
  { prefix: '/api/campaigns/:campaign/ledger', upstream: 'document', errors: 'problem' },
  { prefix: '/api/invites', upstream: 'campaign', errors: 'problem' },
  { prefix: '/api/documents', upstream: 'document', errors: 'problem' },
  { prefix: '/api/subscribe', upstream: 'mailing', errors: 'problem' },
  { prefix: '/api/contact', upstream: 'contact', errors: 'problem' },
  // Each service checks whether the caller is an operator.
  { prefix: '/api/operations/identity', upstream: 'identity', errors: 'problem' },
  { prefix: '/api/operations/campaign', upstream: 'campaign', errors: 'problem' },
  { prefix: '/api/operations/document', upstream: 'document', errors: 'problem' },
  { prefix: '/api/operations/mailing', upstream: 'mailing', errors: 'problem' },
  { prefix: '/api/operations/contact', upstream: 'contact', errors: 'problem' },
  { prefix: '/api/operations/live', upstream: 'live', errors: 'problem' },
  { prefix: '/api/live', upstream: 'live', errors: 'problem', isStream: true },
  { prefix: '/api/operations/search', upstream: 'search', errors: 'problem' },
  // The process has no way in but by the search service, which asks it.
  { prefix: '/api/operations/search-model', upstream: 'search', errors: 'problem' },
  { prefix: '/api/search', upstream: 'search', errors: 'problem' },
  ...['ask', 'drafts'].map((written) => ({
    prefix: `/api/search/${written}`,
    upstream: 'search' as const,
    errors: 'problem' as const,
    timeoutMs: MODEL_TIMEOUT_MS,
  })),
];
