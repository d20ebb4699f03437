import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  AUDIENCE_LIMITS,
  spoilerCheckAnswer,
  type AudienceChoice,
  type ChosenPassages,
  type SpoilerCheckRequest,
} from '@tomekeeper/contracts-document';
import type { Http } from '@tomekeeper/remote-kit';

/** What is about to be read by people who may not know every name in it. */
export interface Checked {
  /** Titles, names of files. */
  texts?: readonly string[];
  audience: AudienceChoice;
  /** Documents of which passages are about to be revealed: their words are read too, and known from then on. */
  revealing?: readonly { document: string; passages: ChosenPassages }[];
}

const name = spoilerCheckAnswer.shape.names.element.extend({ document: z.string() });
/** A name that stands in hidden passages, and in none that these readers see. */
export type FoundName = z.infer<typeof name>;
const answer = z.object({ names: z.array(name) });

/** What the check says; `isWhole` is false where there was more than is looked at. */
export interface Findings {
  names: readonly FoundName[];
  isWhole: boolean;
}

/** Of more documents at once only the titles are read: whoever reveals a hundred waits for nothing. */
const MOST_DOCUMENTS = 5;

/** @throws when the server does not say in time, or refuses */
export async function askForSpoilers(
  http: Http,
  campaign: string,
  { texts = [], audience, revealing = [] }: Checked,
  signal: AbortSignal,
): Promise<Findings> {
  const api = createApiClient(http);
  const packed = packTexts(texts);
  const ask = async (body: SpoilerCheckRequest) =>
    (await api.post('/api/documents/spoiler-check/', { body, answer, signal })).names;
  const revealed = revealing.slice(0, MOST_DOCUMENTS);
  const [first, ...others] = revealed;
  const base = { campaign, audience };
  const asked = [
    ask({ ...base, texts: packed.texts, ...(first && { revealing: first }) }),
    ...others.map((one) => ask({ ...base, texts: [], revealing: one })),
  ];
  const isRevealed = new Set(
    revealing.filter(({ passages }) => passages === 'all').map(({ document }) => document),
  );
  const found = (await Promise.all(asked)).flat();
  const byName = new Map(
    found
      // What is revealed with it is hidden no longer.
      .filter(({ document }) => !isRevealed.has(document))
      .map((one) => [one.name, one]),
  );
  return {
    names: [...byName.values()].slice(0, AUDIENCE_LIMITS.namesFound),
    isWhole: packed.isWhole && revealing.length <= MOST_DOCUMENTS,
  };
}

/** Many short texts as few long ones, as far as one check takes them. */
export function packTexts(texts: readonly string[]): { texts: string[]; isWhole: boolean } {
  const packed: string[] = [];
  let isWhole = true;
  for (const text of texts) {
    const one = text.slice(0, AUDIENCE_LIMITS.checkedLength);
    if (one.length < text.length) isWhole = false;
    const last = packed.at(-1);
    if (last !== undefined && last.length + 1 + one.length <= AUDIENCE_LIMITS.checkedLength)
      packed[packed.length - 1] = `${last}\n${one}`;
    else if (packed.length < AUDIENCE_LIMITS.checkedTexts) packed.push(one);
    else return { texts: packed, isWhole: false };
  }
  return { texts: packed, isWhole };
}
