import { Inject, Injectable } from '@nestjs/common';
import { findRoute } from '@tomekeeper/contracts-federation';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { inlined } from '../prerender/inlined';
import { publicFileReader } from '../prerender/public-files';
import { RemoteRegistry } from '../registry/remote-registry';
import { documentPolicy } from '../security-headers';
import { servedDocument, ShellDocument, type ServedDocument } from '../shell/shell-document';
import { declaredCalls } from './declared-calls';
import { preloadTags, STYLE_PRELOAD } from './preload-tags';

/** Cached documents, enough for all routes in live and canary versions. */
const MAX_PREPARED = 64;
const HEAD_END = '</head>';
const HEAD_START = /<head\b[^>]*>/;
const FONT_PRELOAD = /<link rel="preload"(?=[^>]* as="font")[^>]*>/g;

/** The shell's document with preloads for the remotes of a path. */
@Injectable()
export class PreloadingDocuments {
  private readonly prepared = new Map<string, Promise<ServedDocument>>();

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly registry: RemoteRegistry,
    private readonly shell: ShellDocument,
  ) {}

  /** @throws {DomainError} when there is no shell to serve */
  async find(pathname: string, visitor?: string): Promise<ServedDocument> {
    const shell = await this.shell.current();
    const remotes = await this.registry.entries(visitor);
    const { signedIn, firstCalls } = await this.shell.signedInFiles();
    const tags = preloadTags(pathname, remotes, signedIn);
    if (!tags) return shell;
    const found = findRoute(pathname, remotes);
    const isGuarded = found?.route.access === 'guarded';
    const calls =
      found && firstCalls
        ? declaredCalls(found, remotes, this.config.POOL_CLIENT_ID, firstCalls)
        : '';
    const key = `${shell.etag} ${isGuarded} ${calls} ${tags}`;
    const known = this.prepared.get(key);
    if (known) return known;
    const html = shell.plain
      .toString('utf8')
      .replace(HEAD_START, (head) => head + calls)
      .replace(HEAD_END, () => tags + HEAD_END);
    const document = isGuarded
      ? this.prepareGuarded(html)
      : servedDocument(Buffer.from(html), shell.policy);
    this.prepared.set(key, document);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
    return document;
  }

  /** Saves requests before the first paint, and lets code pass fonts, which a slow first visit does not show. */
  private async prepareGuarded(html: string): Promise<ServedDocument> {
    const fonts = (html.match(FONT_PRELOAD) ?? []).map((tag) =>
      tag.replace('<link', '<link fetchpriority="low"'),
    );
    const fontsLast = html
      .replace(FONT_PRELOAD, '')
      .replace(HEAD_END, () => fonts.join('') + HEAD_END);
    const withStyles = fontsLast.replaceAll(STYLE_PRELOAD, 'rel="stylesheet" data-start');
    const complete = await inlined(withStyles, publicFileReader(this.config));
    const policy = documentPolicy(this.config, complete.sources);
    return servedDocument(Buffer.from(complete.html), policy);
  }
}
