import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { codeFor, productClient, userPoolClient } from '@tomekeeper/launcher/demo';

const PublicConfig = z.looseObject({
  identity: z.object({
    user_pool_id: z.string(),
    user_pool_client_id: z.string(),
    user_pool_endpoint: z.string(),
  }),
});

/**
 * Signs up like a browser, with the configuration that the product publishes: account, code from the inbox, sign-in, a
 * campaign and a document.
 * @returns names of the campaign's documents from the API
 */
export async function signUp(url: string, inboxUrl: string): Promise<string[]> {
  const page = await fetch(url);
  if (!page.ok || !(await page.text()).includes('<html'))
    throw new Error(`No page at ${url}: ${page.status}`);
  const { identity } = PublicConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const pool = userPoolClient(
    identity.user_pool_endpoint,
    identity.user_pool_id,
    identity.user_pool_client_id,
  );
  const email = `newcomer-${randomUUID()}@fresh.example`;
  const person = { email, password: `Fresh-${randomUUID()}`, firstName: 'New', lastName: 'Comer' };
  const since = Date.now();
  await pool.signUp(person);
  await pool.confirm(person, await codeFor(inboxUrl, email, since));
  const product = productClient(url, await pool.signIn(person));
  const campaign = await product.campaign('A first campaign', 'Any d20 system');
  await product.upload(campaign, { fileName: 'first.md', content: '# First', isSpoiler: false });
  return product.fileNames(campaign);
}
