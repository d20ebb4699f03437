import type { PublicConfig } from '@tomekeeper/contracts-federation';

/** Visitor and configuration that determine the content of a document. */
export interface DocumentReader {
  /** Selects canary versions; without a visitor the live ones. */
  visitor?: string;
  config: PublicConfig;
}
