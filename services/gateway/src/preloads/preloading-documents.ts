import { Injectable } from '@nestjs/common';
import { RemoteRegistry } from '../registry/remote-registry';
import { servedDocument, ShellDocument, type ServedDocument } from '../shell/shell-document';
import { startupElement, withHeadElements } from '../shell/startup-element';
import type { DocumentReader } from '../shell/document-reader';
import { preloadTags } from './preload-tags';

/** Cached documents, enough for all routes in live and canary versions. */
const MAX_PREPARED = 64;

/** The shell's document with its startup data, and preloads for the remotes of a path. */
@Injectable()
export class PreloadingDocuments {
  private readonly prepared = new Map<string, Promise<ServedDocument>>();

  constructor(
    private readonly registry: RemoteRegistry,
    private readonly shell: ShellDocument,
  ) {}

  /** @throws {DomainError} when there is no shell to serve */
  async find(pathname: string, { visitor, config }: DocumentReader): Promise<ServedDocument> {
    const shell = await this.shell.current();
    const remotes = await this.registry.entries(visitor);
    const elements = startupElement(config, remotes) + preloadTags(pathname, remotes);
    const key = `${shell.etag} ${elements}`;
    const known = this.prepared.get(key);
    if (known) return known;
    const html = withHeadElements(shell.plain.toString('utf8'), elements);
    const document = servedDocument(Buffer.from(html), shell.policy);
    this.prepared.set(key, document);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED && oldest !== undefined) this.prepared.delete(oldest);
    return document;
  }
}
