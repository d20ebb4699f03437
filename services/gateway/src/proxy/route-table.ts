import type { UpstreamName } from '../upstreams/origins';

export type ErrorForm = 'problem' | 'user-pool';

export interface ProxyRoute {
  /** Matches the path and its subpaths; `:name` matches any segment. */
  prefix: string;
  upstream: UpstreamName;
  errors: ErrorForm;
  /** Time to the first byte of the response; default UPSTREAM_TIMEOUT_MS. */
  timeoutMs?: number;
  /** GET of the prefix itself returns a stream. */
  isStream?: boolean;
  /** The service returns documents with their content security policy. */
  hasPages?: boolean;
  otherOrigins?: boolean;
  /** Takes an image of up to {@link MAX_IMAGE_BYTES}; other routes take small bodies. */
  takesImage?: boolean;
}

/** Largest image in a request body. Other files go to the object store directly. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The export of an account starts late. */
const EXPORT_TIMEOUT_MS = 60_000;
/** The search service stops its language model earlier. */
const MODEL_TIMEOUT_MS = 120_000;

/** Public paths of services; other paths reach no service. */
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
  // The document service records reveals.
  { prefix: '/api/campaigns/:campaign/ledger', upstream: 'document', errors: 'problem' },
  { prefix: '/api/campaigns/:campaign/exports', upstream: 'document', errors: 'problem' },
  { prefix: '/api/imports', upstream: 'document', errors: 'problem' },
  { prefix: '/api/invites', upstream: 'campaign', errors: 'problem' },
  { prefix: '/api/documents', upstream: 'document', errors: 'problem' },
  { prefix: '/api/documents/pictures', upstream: 'document', errors: 'problem', takesImage: true },
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
  // The search service is the only client of this process.
  { prefix: '/api/operations/search-model', upstream: 'search', errors: 'problem' },
  { prefix: '/api/search', upstream: 'search', errors: 'problem' },
  ...['ask', 'drafts'].map((path) => ({
    prefix: `/api/search/${path}`,
    upstream: 'search' as const,
    errors: 'problem' as const,
    timeoutMs: MODEL_TIMEOUT_MS,
  })),
];
