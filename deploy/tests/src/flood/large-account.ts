import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { productClient } from '@tomekeeper/launcher/demo';
import { ask } from '../product/calls';
import { poolOf, signUp, type Place } from '../product/people';

const LARGE_BYTES = 20 * 1024 * 1024;
const CAMPAIGNS = 100;

const Presigned = z.object({ upload_url: z.string(), headers: z.record(z.string(), z.string()) });
const Documents = z.array(z.object({ id: z.string() }));
const Link = z.object({ url: z.string() });

/** An attacker's account with enough data for large responses. */
export class LargeAccount {
  private constructor(
    private readonly place: Place,
    readonly token: string,
    private readonly campaign: string,
    private readonly document: string,
  ) {}

  static async make(place: Place): Promise<LargeAccount> {
    const token = await (await poolOf(place)).signIn(await signUp(place));
    const product = productClient(place.url, token);
    for (let n = 0; n < CAMPAIGNS; n++)
      await product.campaign(`${n} ${'long '.repeat(30)}`.trim(), 'Any');
    const campaign = await product.campaign('Large', 'Any');
    const content = randomBytes(LARGE_BYTES * 0.75).toString('base64');
    await product.upload(campaign, { fileName: 'large.md', content, isSpoiler: false });
    const account = new LargeAccount(place, token, campaign, '');
    const [document] = Documents.parse(
      await account.ask('GET', `/api/documents/?campaign=${campaign}`),
    );
    return new LargeAccount(place, token, campaign, document?.id ?? '');
  }

  /** Returns the store's download URL of the document. */
  async link(): Promise<URL> {
    return new URL(
      Link.parse(await this.ask('GET', `/api/documents/${this.document}/content/`)).url,
    );
  }

  /** Returns a one-time path that exports the whole account. */
  async export(): Promise<string> {
    return Link.parse(await this.ask('POST', '/api/account/export/')).url;
  }

  /** Returns the headers of an upload to the store, without its body. */
  async beginningOfUpload(): Promise<string> {
    const { upload_url: url, headers } = Presigned.parse(
      await this.ask('POST', '/api/documents/presign/', {
        campaign: this.campaign,
        file_name: 'slow.md',
        content_type: 'text/markdown; charset=utf-8',
        is_spoilers: false,
        size: LARGE_BYTES,
      }),
    );
    const { pathname, search } = new URL(url);
    const lines = Object.entries({ ...headers, host: new URL(url).host }).filter(
      ([name]) => name.toLowerCase() !== 'content-length',
    );
    lines.push(['content-length', String(LARGE_BYTES)]);
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `PUT ${pathname}${search} HTTP/1.1\r\n${head}\r\n`;
  }

  private async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const { token } = this;
    const answer = await ask(this.place.url + path, { method, token, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.body;
  }
}
