import { randomBytes } from 'node:crypto';
import { eventually } from '@tomekeeper/testing';
import type { Product } from '../product/product';
import { poolCalls } from '../product/pool-calls';

/** The newest mail to an address, as text; undefined while there is none. */
export type Mailbox = (address: string) => Promise<string | undefined>;

/** First steps of a new user. */
export async function visit(product: Product, mailbox: Mailbox) {
  const pool = await poolCalls(product.url);
  const email = `gm.${randomBytes(5).toString('hex')}@example.org`;
  await pool.call('SignUp', pool.signUp(email));
  const code = await eventually(async () => /\b\d{6}\b/.exec((await mailbox(email)) ?? '')?.[0], {
    timeout: 60_000,
  });
  await pool.confirm(email, code);
  const authorization = `Bearer ${(await pool.signIn(email)).IdToken}`;
  async function call<T>(method: string, where: string, body?: unknown): Promise<T> {
    const answer = await fetch(product.url + where, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const { id: campaign } = await call<{ id: string }>('POST', '/api/campaigns/', {
    title: 'The Salt Road',
    game_system: 'D&D 5e',
    players: [],
  });
  return {
    email,
    password: pool.password,
    campaign,
    /** Uploads a text and returns its stored content. */
    async keep(text: string): Promise<string> {
      const file = { campaign, file_name: 'Map.txt', content_type: 'text/plain' };
      const presigned = await call<{
        upload_url: string;
        key: string;
        headers: Record<string, string>;
      }>('POST', '/api/documents/presign/', { ...file, is_spoilers: false });
      const put = await fetch(presigned.upload_url, {
        method: 'PUT',
        headers: presigned.headers,
        body: text,
      });
      if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
      const { id } = await call<{ id: string }>('POST', '/api/documents/finalize/', {
        campaign,
        s3_key: presigned.key,
        is_spoilers: false,
        original_filename: 'Map.txt',
      });
      const { url } = await call<{ url: string }>('GET', `/api/documents/${id}/content/`);
      return (await fetch(url)).text();
    },
  };
}
