import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { callApi, type Tab } from '../product/person';
import { beginUpload, uploadFile } from '../product/campaign';
import type { Guess } from './all-answers';

/** Actions of a GM on spoilers. */
export type GmAction =
  | { do: 'upload' | 'begin an upload'; name: string; size: number }
  | {
      do:
        | 'rename'
        | 'delete'
        | 'delete and restore'
        | 'reveal and hide'
        | 'show and hide'
        | 'replace file';
      which: number;
    }
  | { do: 'tag and pin known documents'; which: number };

const which = fc.nat(9);
export const gmActions: fc.Arbitrary<GmAction[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('upload', 'begin an upload'),
      name: fc.constantFrom('aaa.txt', 'Süd.md', 'zebra'),
      size: fc.nat(3000),
    }),
    fc.record({
      do: fc.constantFrom(
        'rename',
        'delete',
        'delete and restore',
        'reveal and hide',
        'show and hide',
        'replace file',
      ),
      which,
    }),
    fc.record({ do: fc.constant('tag and pin known documents' as const), which }),
  ),
  { minLength: 3, maxLength: 6 },
);

/**
 * Performs the actions on spoilers whose names and contents contain `word`. @returns all documents
 * that existed
 */
export async function actOnSpoilers(
  gm: Tab,
  { campaign, known, word }: { campaign: string; known: readonly Guess[]; word: string },
  todo: readonly GmAction[],
): Promise<Guess[]> {
  const ever: Guess[] = [];
  let hidden: Guess[] = [];
  const change = async (document: Guess | undefined, ...bodies: object[]) => {
    for (const body of document ? bodies : [])
      await callApi(gm, 'PATCH', `/api/documents/${document?.id}/`, body);
  };
  const file = (name: string, size: number) => ({
    campaign,
    name: `${word} ${name}`,
    content: `${word} ${'x'.repeat(size)}`,
    spoiler: true,
  });
  // One there is in any case, or there would be nothing to hide.
  for (const action of [{ do: 'upload' as const, name: 'plot', size: 9 }, ...todo]) {
    const document = 'which' in action ? hidden[action.which % hidden.length] : undefined;
    switch (action.do) {
      case 'upload':
        hidden.push(await uploadFile(gm, file(action.name, action.size)));
        ever.push(...hidden.slice(-1));
        break;
      case 'begin an upload':
        ever.push({
          id: randomUUID(),
          s3_key: await beginUpload(gm, file(action.name, action.size)),
        });
        break;
      case 'rename':
        await change(document, { original_filename: `${word} renamed` });
        break;
      case 'reveal and hide':
        await change(document, { is_spoilers: false }, { is_spoilers: true });
        break;
      case 'show and hide':
        if (document) await callApi(gm, 'POST', `/api/documents/${document.id}/show/`);
        await change(document, { is_spoilers: true });
        break;
      case 'replace file': {
        if (!document) break;
        const { id } = document;
        const s3_key = await beginUpload(gm, { ...file('another', 20), replaces: id });
        await callApi(gm, 'POST', `/api/documents/${id}/versions/`, { s3_key });
        break;
      }
      case 'tag and pin known documents':
        await change(known[action.which % known.length], { tags: [word], pinned: true });
        break;
      case 'delete and restore':
        if (!document) break;
        await callApi(gm, 'DELETE', `/api/documents/${document.id}/`);
        await callApi(gm, 'POST', `/api/documents/${document.id}/restore/`);
        break;
      case 'delete':
        if (document) await callApi(gm, 'DELETE', `/api/documents/${document.id}/`);
        hidden = hidden.filter((one) => one !== document);
    }
  }
  return ever;
}
