import { startProduct } from './product';

const NAMES = ['E2E_URL', 'E2E_MAIL_URL', 'E2E_DATA_DIR'] as const;

/**
 * Starts a product with special settings for one spec file. Helpers of the shared product use it
 * until it is stopped.
 */
export async function startOwnProduct(
  settings: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const product = await startProduct(settings);
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  const { url: E2E_URL, mailUrl: E2E_MAIL_URL, dataDir: E2E_DATA_DIR } = product;
  Object.assign(process.env, { E2E_URL, E2E_MAIL_URL, E2E_DATA_DIR });
  return {
    async stop() {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await product.stop();
    },
  };
}
