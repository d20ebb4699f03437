import { Injectable } from '@nestjs/common';
import { RemoteRegistry } from '../registry/remote-registry';
import { servedDocument, ShellDocument, type ServedDocument } from '../shell/shell-document';
import { preloadTags } from './preload-tags';

/** Cached documents, enough for all routes in live and canary versions. */
const MAX_PREPARED = 64;
const HEAD_END = '</head>';

/** The shell's document with preloads for the remotes of a path. */
@Injectable()
export class PreloadingDocuments {
  private readonly prepared = new Map<string, Promise<ServedDocument>>();

  constructor(
    private readonly registry: RemoteRegistry,
    private readonly shell: ShellDocument,
  ) {}

  /** @throws {DomainError} when there is no shell to serve */
  async find(pathname: string, visitor?: string): Promise<ServedDocument> {
    const shell = await this.shell.current();
    const tags = preloadTags(pathname, await this.registry.entries(visitor));
    if (!tags) return shell;
    const key = `${shell.etag} ${tags}`;
    const known = this.prepared.get(key);
    if (known) return known;
    const html = shell.plain.toString('utf8').replace(HEAD_END, () => tags + HEAD_END);
    const document = servedDocument(Buffer.from(html), shell.policy);
    this.prepared.set(key, document);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
    return document;
  }
}
