import type { BlobMeta } from './blob';

export type Summary = Pick<BlobMeta, 'key' | 'size' | 'etag' | 'lastModified'>;

/**
 * The keys of one bucket in order. Files are named by hashes, so a list needs all of them: they are
 * read once, at the first list, and kept up to date from then on.
 */
export class BucketIndex {
  private entries: Promise<Map<string, Summary>> | undefined;
  private sorted: Summary[] | undefined;

  constructor(private readonly scan: () => AsyncIterable<BlobMeta>) {}

  async put({ key, size, etag, lastModified }: BlobMeta): Promise<void> {
    // Before the first list there is nothing to keep up to date.
    const entries = await this.entries;
    entries?.set(key, { key, size, etag, lastModified });
    this.sorted = undefined;
  }

  async remove(key: string): Promise<void> {
    (await this.entries)?.delete(key);
    this.sorted = undefined;
  }

  /** Everything in the bucket, by key in UTF-8 order. */
  async list(): Promise<readonly Summary[]> {
    this.entries ??= this.load();
    const entries = await this.entries;
    this.sorted ??= [...entries.values()].sort((a, b) => compareKeys(a.key, b.key));
    return this.sorted;
  }

  private async load(): Promise<Map<string, Summary>> {
    const entries = new Map<string, Summary>();
    for await (const { key, size, etag, lastModified } of this.scan()) {
      entries.set(key, { key, size, etag, lastModified });
    }
    return entries;
  }
}

export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
