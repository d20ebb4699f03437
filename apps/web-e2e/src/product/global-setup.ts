import { startProduct, type Product } from './product';

/**
 * Raises rate limits, because tests send more requests per minute than people; the services test
 * their limits.
 */
const GENEROUS = Object.fromEntries(
  [
    'ADDRESS',
    'USER',
    'SIGN_IN',
    'SIGN_UP',
    'CODE',
    'SUBSCRIBE',
    'RESEND',
    'CONTACT',
    'INVITE',
    'CHARACTER',
  ].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);
/** Sweeps come round sooner than once a minute, for the journeys that wait for them. */
const SWEEPS = { OBJECT_SWEEP_MS: '2000', HINT_SWEEP_MS: '2000' };

declare global {
  var sharedProduct: Product | undefined;
}

/** One product for all journeys, unless `E2E_URL` (and `E2E_MAIL_URL`) name a running one. */
async function setup(): Promise<void> {
  if (process.env['E2E_URL']) return;
  const product = await startProduct({ ...GENEROUS, ...SWEEPS });
  globalThis.sharedProduct = product;
  process.env['E2E_URL'] = product.url;
  process.env['E2E_MAIL_URL'] = product.mailUrl;
  process.env['E2E_DATA_DIR'] = product.dataDir;
}

// eslint-disable-next-line import/no-default-export -- jest calls the default export
export default setup;
