import type { PublicConfig } from '@tomekeeper/contracts-federation';

/** On whom the content of a document depends. */
export interface DocumentReader {
  /** Selects canary versions; without a visitor the live ones. */
  visitor?: string;
  config: PublicConfig;
}
