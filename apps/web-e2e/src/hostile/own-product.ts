import { startProduct, type Product } from '../product/product';

/** A flood must measure the services, not the limits in front of them. */
const GENEROUS = Object.fromEntries(
  ['ADDRESS', 'USER', 'SIGN_IN', 'SIGN_UP', 'CODE', 'SUBSCRIBE', 'RESEND', 'CONTACT', 'INVITE'].map(
    (name) => [`RATE_LIMIT_${name}`, '1000000'],
  ),
);

/** Starts a product without limits and lets `shared` of this spec file mean it: no other one is hurt. */
export async function ownProduct(): Promise<Product> {
  const product = await startProduct(GENEROUS);
  // jest gives each spec file an environment of its own.
  process.env['E2E_URL'] = product.url;
  process.env['E2E_MAIL_URL'] = product.mailUrl;
  process.env['E2E_DATA_DIR'] = product.dataDir;
  return product;
}
