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

/** Content that is about to become visible to an audience. */
export interface Checked {
  /** Titles and file names. */
  texts?: readonly string[];
  audience: AudienceChoice;
  /** Documents with passages about to be revealed. Their text is checked, and its names count as known afterwards. */
  revealing?: readonly { document: string; passages: ChosenPassages }[];
}

const name = spoilerCheckAnswer.shape.names.element.extend({ document: z.string() });
/** A name that appears only in passages hidden from the audience. */
export type FoundName = z.infer<typeof name>;
const answer = z.object({ names: z.array(name) });

/** Result of the check; `isComplete` is false if the content exceeded the limit. */
export interface Findings {
  names: readonly FoundName[];
  isComplete: boolean;
}

/** Maximum documents whose text is checked; beyond that only titles are, to keep bulk reveals fast. */
const MOST_DOCUMENTS = 5;

/** @throws if the server does not respond in time or rejects the request */
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
      // Names from documents that are being revealed are no longer hidden.
      .filter(({ document }) => !isRevealed.has(document))
      .map((one) => [one.name, one]),
  );
  return {
    names: [...byName.values()].slice(0, AUDIENCE_LIMITS.namesFound),
    isComplete: packed.isComplete && revealing.length <= MOST_DOCUMENTS,
  };
}

/** Joins short texts into few long ones, up to the limits of one check. */
export function packTexts(texts: readonly string[]): { texts: string[]; isComplete: boolean } {
  const packed: string[] = [];
  let isComplete = true;
  for (const text of texts) {
    const one = text.slice(0, AUDIENCE_LIMITS.checkedLength);
    if (one.length < text.length) isComplete = false;
    const last = packed.at(-1);
    if (last !== undefined && last.length + 1 + one.length <= AUDIENCE_LIMITS.checkedLength)
      packed[packed.length - 1] = `${last}\n${one}`;
    else if (packed.length < AUDIENCE_LIMITS.checkedTexts) packed.push(one);
    else return { texts: packed, isComplete: false };
  }
  return { texts: packed, isComplete };
}
