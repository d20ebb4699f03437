import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { productClient, type Place } from '@tomekeeper/launcher/demo';
import { tokenOf } from '../product/people';

const LARGE_BYTES = 20 * 1024 * 1024;
const CAMPAIGNS = 100;

const Presigned = z.object({ upload_url: z.string(), headers: z.record(z.string(), z.string()) });
const Link = z.object({ url: z.string() });

/** An attacker's account with enough data for large responses. */
export class LargeAccount {
  private constructor(
    private readonly product: ReturnType<typeof productClient>,
    readonly token: string,
    private readonly campaign: string,
    private readonly document: string,
  ) {}

  static async make(place: Place): Promise<LargeAccount> {
    const token = await (await tokenOf(place))();
    const product = productClient(place.url, token);
    for (let n = 0; n < CAMPAIGNS; n++)
      await product.campaign(`${n} ${'long '.repeat(30)}`.trim(), 'Any');
    const campaign = await product.campaign('Large', 'Any');
    const content = randomBytes(LARGE_BYTES * 0.75).toString('base64');
    const file = { fileName: 'large.md', content, isSpoiler: false };
    return new LargeAccount(product, token, campaign, await product.upload(campaign, file));
  }

  /** Returns the store's download URL of the document. */
  async link(): Promise<URL> {
    return new URL(
      Link.parse(await this.product.call('GET', `/api/documents/${this.document}/content/`)).url,
    );
  }

  /** Returns a one-time path that exports the whole account. */
  async export(): Promise<string> {
    return Link.parse(await this.product.call('POST', '/api/account/export/')).url;
  }

  /** Returns the headers of an upload to the store, without its body. */
  async beginningOfUpload(): Promise<string> {
    const { upload_url: url, headers } = Presigned.parse(
      await this.product.call('POST', '/api/documents/presign/', {
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
}
