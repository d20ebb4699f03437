import fc from 'fast-check';
import { itemTags } from '../../src/import/tags';
import { titleOf } from '../../src/import/titles';
import type { TransferPassage } from '../../src/model';
import { exportOf } from '../import/export-of';
import { importBytes, type Imported } from '../import/read-all';
import { madeCampaign, sourceOf, type MadeCampaign } from '../made-campaign';
import { runs } from '../runs';
import { isSecret, write } from './write-journal';

/** Lines of text without the names of chosen players and alternative texts, which follow the text of a secret. */
const wordsIn = (passages: readonly TransferPassage[]): string[] =>
  passages
    .filter(({ kind }) => kind !== 'image')
    .flatMap(({ text }) => text.split(/[\n\t]/).map((line) => line.trim()))
    .filter((line) => line !== '' && line !== 'For Mira, Tobin *the* Tall');

/** Markers that are no numbers or letters become text. */
const withMarkers = (passage: TransferPassage): TransferPassage => {
  const sign = (marker: string | undefined) =>
    marker && /^[☐☑]$/.test(marker) ? `${marker} ` : '';
  const { blocks, marker } = passage.content;
  if (!blocks) return { ...passage, text: sign(marker) + passage.text };
  const texts = blocks.map(({ inlines = [], rows = [[inlines]], ...block }) =>
    rows
      .map((row) => row.map((cell) => cell.map(({ text }) => text).join('')).join('\t'))
      .join('\n')
      .replace(/^/, sign(block.marker)),
  );
  return { ...passage, text: texts.join('\n') };
};

/** Imports leave out empty files. */
const withoutEmptyFiles = ({ files, ...campaign }: MadeCampaign): MadeCampaign => ({
  ...campaign,
  files: files.map((file) => (file.size > 0 ? file : { ...file, bytes: Buffer.from('x') })),
});

const contentOf = ({ notes }: Imported): object[] =>
  notes.map(({ title, tags, isPublic, passages }) => ({
    ...{ title, tags, isPublic },
    passages: passages.map(({ kind, depth, level, text, content }) => ({
      ...{ kind, depth, level, text, label: content.label },
    })),
  }));

it('imports the journal of a campaign with its titles, folders, texts and secrets', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign.map(withoutEmptyFiles), async (campaign) => {
      const zip = await write(sourceOf(campaign));
      expect((await write(sourceOf(campaign))).equals(zip)).toBe(true);
      const imported = await importBytes(zip, { name: 'vale.zip' });
      expect([imported.failed, imported.format]).toEqual([undefined, 'foundry']);
      expect(imported.notes).toHaveLength(campaign.notes.length);
      for (const [at, note] of campaign.notes.entries()) {
        const { title, tags, isPublic, passages } = imported.notes[at]!;
        const { tags: folders } = itemTags(note.isPublic ? [] : (note.tags[0] ?? '').split('/'));
        expect([title, tags, isPublic]).toEqual([titleOf(note.title), folders, note.isPublic]);
        expect(wordsIn(passages)).toEqual(wordsIn(note.passages.map(withMarkers)));
        const hidden = note.passages.filter(
          ({ audience }) => typeof audience === 'object' || (audience === 'gm' && note.isPublic),
        );
        const shown = note.passages.filter((passage) => !hidden.includes(passage));
        expect(wordsIn(passages.filter(isSecret))).toEqual(wordsIn(hidden.map(withMarkers)));
        expect(wordsIn(passages.filter((each) => !isSecret(each)))).toEqual(
          wordsIn(shown.map(withMarkers)),
        );
      }
      const again = await importBytes(await write(exportOf(imported)), { name: 'vale.zip' });
      expect(contentOf(again)).toEqual(contentOf(imported));
    }),
    runs(20),
  );
});
