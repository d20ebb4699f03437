import type { EdgeOptions } from '@tomekeeper/service-kit';
import type { GatewayConfig } from './config';

const YEAR_SECONDS = 31_536_000;
const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];

/** Disables browser features that the product does not use. */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=(), ' +
  'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self)';

/** CSP hashes of inlined scripts and styles, `'sha256-…'`. */
export interface InlineSources {
  scripts: string[];
  styles: string[];
}

/** Headers of every response. Documents replace the policy with {@link documentPolicy}. */
export function securityHeaders(config: GatewayConfig): EdgeOptions['securityHeaders'] {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Links in emails contain tokens that no other site may see.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Useless over plain HTTP, and on localhost it would lock users out.
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:')
      ? { maxAge: YEAR_SECONDS, includeSubDomains: false }
      : false,
  };
}

/**
 * Policy of the shell's document: own origin and the object store. Inline scripts and styles need a hash from the
 * gateway.
 */
export function documentPolicy(config: GatewayConfig, inline?: InlineSources): string {
  const recaptcha = config.ROBOT_CHECK === 'recaptcha' ? RECAPTCHA : [];
  const connect = [config.STORAGE_ORIGIN, ...managedPoolOrigins(config)];
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(inline?.scripts ?? []), ...recaptcha],
    'style-src': ["'self'", ...(inline?.styles ?? [])],
    'img-src': ["'self'", 'data:', config.STORAGE_ORIGIN],
    // Audio and video handouts play from the object store.
    'media-src': [config.STORAGE_ORIGIN],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(recaptcha.length > 0
      ? { 'frame-src': [...recaptcha, 'https://recaptcha.google.com/recaptcha/'] }
      : {}),
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  });
}

export const DOCS_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
});

/**
 * Policy of workers, which do not inherit the document's. A worker compiles WebAssembly and has no network access, because
 * it processes untrusted files.
 */
export const WORKER_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'wasm-unsafe-eval'"],
  'frame-ancestors': ["'none'"],
});

/** Policy of the service worker, which requests files and settings of the same origin. */
export const SERVICE_WORKER_POLICY = policy({
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** The id of a managed pool starts with its region. */
function managedPoolOrigins({ POOL_MANAGED, POOL_ID }: GatewayConfig): string[] {
  if (!POOL_MANAGED) return [];
  const [region] = POOL_ID.split('_', 1);
  return [`https://cognito-idp.${region}.amazonaws.com`];
}

function policy(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
