import { Inject, Injectable } from '@nestjs/common';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { documentPolicy } from '../security-headers';
import { ShellDocument, servedDocument, type ServedDocument } from '../shell/shell-document';
import { inlined } from './inlined';
import { LivePages } from './live-pages';
import { pageDocument } from './page-document';
import { publicFileReader } from './public-files';

/** Cached documents, enough for all pages in live and canary versions. */
const MAX_PREPARED = 64;

/**
 * The shell's document with a prerendered page of a live remote.
 */
@Injectable()
export class PrerenderedDocuments {
  private readonly prepared = new Map<string, Promise<ServedDocument | undefined>>();

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly livePages: LivePages,
    private readonly shell: ShellDocument,
  ) {}

  /** @returns undefined for paths without a prerendered page */
  async find(pathname: string, visitor?: string): Promise<ServedDocument | undefined> {
    const { pages, remotes } = await this.livePages.current(visitor);
    const wanted = pathname.replace(/(.)\/+$/, '$1');
    const live = pages.find(({ page }) => page.path === wanted);
    if (!live) return undefined;
    const { etag, plain } = await this.shell.current();
    const key = [wanted, etag, ...remotes.map(({ id, version }) => `${id}/${version}`)].join(' ');
    const known = this.prepared.get(key);
    if (known) return known;
    const nav = remotes.flatMap(({ manifest }) => manifest.nav).sort((a, b) => a.order - b.order);
    const document = this.frame().then(async (frame) => {
      if (!frame) return undefined;
      const html = pageDocument({
        document: plain.toString('utf8'),
        frame,
        nav,
        page: live.page,
        remote: live.remote,
        publicUrl: this.config.PUBLIC_URL,
        sessionKey: remotes
          .find(({ manifest }) => manifest.session)
          ?.manifest.session?.storage_key.replaceAll('{client_id}', this.config.POOL_CLIENT_ID),
      });
      if (!html) return undefined;
      const complete = await inlined(html, publicFileReader(this.config));
      const policy = documentPolicy(this.config, complete.sources);
      return servedDocument(Buffer.from(complete.html), policy);
    });
    this.keep(key, document);
    return document;
  }

  private keep(key: string, document: Promise<ServedDocument | undefined>): void {
    this.prepared.set(key, document);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
  }

  /** Undefined for a shell without prerendered frames. */
  private frame(): Promise<string | undefined> {
    const name = `frame.${this.config.ENVIRONMENT}.html`;
    const file = path.join(this.config.SHELL_DIR, 'prerendered', name);
    return fs.readFile(file, 'utf8').catch(() => undefined);
  }
}
