import { startProduct, type Product } from './product';

declare global {
  var sharedProduct: Product | undefined;
}

/** One product for all journeys, unless `E2E_URL` (and `E2E_MAIL_URL`) name a running one. */
async function setup(): Promise<void> {
  if (process.env['E2E_URL']) return;
  // Sweeps come round sooner than once a minute, for the journeys that wait for them.
  const product = await startProduct({ OBJECT_SWEEP_MS: '2000' });
  globalThis.sharedProduct = product;
  process.env['E2E_URL'] = product.url;
  process.env['E2E_MAIL_URL'] = product.mailUrl;
  process.env['E2E_DATA_DIR'] = product.dataDir;
}

// eslint-disable-next-line no-restricted-syntax -- jest calls the default export
export default setup;
