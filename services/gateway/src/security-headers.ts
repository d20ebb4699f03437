import type { EdgeOptions } from '@tomekeeper/service-kit';
import type { GatewayConfig } from './config';

const YEAR_SECONDS = 31_536_000;
const RECAPTCHA = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];

/** Nothing of the product needs these, so no script may ask for them. */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=(), ' +
  'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self)';

/** Sources of a content security policy that name what stands in one document, `'sha256-…'`. */
export interface InlineSources {
  scripts: string[];
  styles: string[];
}

/** Headers of every answer. Documents get {@link documentPolicy} instead of the API's policy. */
export function securityHeaders(config: GatewayConfig): EdgeOptions['securityHeaders'] {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Links in mails carry tokens: no other site may learn a path of ours.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Over plain http the header means nothing, and on localhost it would lock people out.
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:')
      ? { maxAge: YEAR_SECONDS, includeSubDomains: false }
      : false,
  };
}

/**
 * Policy of the shell's document: own code and styles, own origin and the object store, no third party.
 * Of scripts and styles inside the document only those that the gateway put there itself.
 */
export function documentPolicy(config: GatewayConfig, inline?: InlineSources): string {
  const recaptcha = config.ROBOT_CHECK === 'recaptcha' ? RECAPTCHA : [];
  const connect = [config.STORAGE_ORIGIN, ...managedPoolOrigins(config)];
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(inline?.scripts ?? []), ...recaptcha],
    'style-src': ["'self'", ...(inline?.styles ?? [])],
    'img-src': ["'self'", 'data:', config.STORAGE_ORIGIN],
    // Handouts to hear and to watch play in the page, from where they are stored.
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

/** Policy of the API's documentation, whose assets are ours too. */
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
 * Policy of a worker of ours, which has its own and not that of the document that starts it. It compiles WebAssembly and
 * reaches nobody: what it works on came from strangers, and what it needs its page brings.
 */
export const WORKER_POLICY = policy({
  'default-src': ["'none'"],
  'script-src': ["'wasm-unsafe-eval'"],
  'frame-ancestors': ["'none'"],
});

/** A managed pool's id begins with its region. */
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
