import type { Config } from '../config';

export type ReadingSettings = Pick<
  Config,
  'SEARCH_MODEL_URL' | 'SEARCH_MODEL_KEY' | 'EMBEDDINGS_URL' | 'EMBEDDINGS_MODEL' | 'EMBEDDINGS_KEY'
>;

/** A service that speaks OpenAI's embeddings. */
export interface ReadingService {
  url: string;
  model: string;
  key: string | undefined;
  isOutside: boolean;
}

/** What our own process runs. */
const OWN_MODEL = 'all-MiniLM-L6-v2';

/** What reads for meaning, if anything does. An outside service takes the place of our own process, and never gets its key. */
export function readingService(config: ReadingSettings): ReadingService | undefined {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = config;
  if (url !== undefined && model !== undefined) return { url, model, key, isOutside: true };
  const { SEARCH_MODEL_URL: own, SEARCH_MODEL_KEY: ownKey } = config;
  return own === undefined
    ? undefined
    : { url: own, model: OWN_MODEL, key: ownKey, isOutside: false };
}
