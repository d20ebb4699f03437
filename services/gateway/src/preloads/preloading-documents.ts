import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { inlined } from '../prerender/inlined';
import { publicFileReader } from '../prerender/public-files';
import { RemoteRegistry } from '../registry/remote-registry';
import { documentPolicy } from '../security-headers';
import { servedDocument, ShellDocument, type ServedDocument } from '../shell/shell-document';
import { preloadTags } from './preload-tags';

/** Cached documents, enough for all routes in live and canary versions. */
const MAX_PREPARED = 64;
const HEAD_END = '</head>';
const FONT_PRELOAD = /<link rel="preload"(?=[^>]* as="font")/g;

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
    const tags = preloadTags(pathname, remotes, await this.shell.signedInFiles());
    if (!tags) return shell;
    const key = `${shell.etag} ${tags}`;
    const known = this.prepared.get(key);
    if (known) return known;
    const html = shell.plain
      .toString('utf8')
      // Optional on a slow first visit, where they would delay the code.
      .replace(FONT_PRELOAD, '<link rel="preload" fetchpriority="low"')
      .replace(HEAD_END, () => tags + HEAD_END);
    const document = this.prepare(html);
    this.prepared.set(key, document);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
    return document;
  }

  /** Inlines the first script and the shell's styles: two requests less before the first paint. */
  private async prepare(html: string): Promise<ServedDocument> {
    const complete = await inlined(html, publicFileReader(this.config));
    const policy = documentPolicy(this.config, complete.sources);
    return servedDocument(Buffer.from(complete.html), policy);
  }
}
