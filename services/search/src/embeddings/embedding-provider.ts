import type { Config } from '../config';

export type EmbeddingSettings = Pick<
  Config,
  'SEARCH_MODEL_URL' | 'SEARCH_MODEL_KEY' | 'EMBEDDINGS_URL' | 'EMBEDDINGS_MODEL' | 'EMBEDDINGS_KEY'
>;

/** A service with the embeddings API of OpenAI. */
export interface EmbeddingProvider {
  url: string;
  model: string;
  key: string | undefined;
  isExternal: boolean;
}

/** The model of the `search-model` process. */
const BUILT_IN_MODEL = 'all-MiniLM-L6-v2';

/** The configured provider, if any. An external service replaces the `search-model` process, and never receives its key. */
export function embeddingProvider(config: EmbeddingSettings): EmbeddingProvider | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = config;
  if (url !== undefined && model !== undefined) return { url, model, key, isExternal: true };
  const { SEARCH_MODEL_URL: builtIn, SEARCH_MODEL_KEY: builtInKey } = config;
  return builtIn === undefined
    ? undefined
    : { url: builtIn, model: BUILT_IN_MODEL, key: builtInKey, isExternal: false };
}
