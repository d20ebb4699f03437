import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Inline } from '@tomekeeper/contracts-document';
import { writeArchive, type ExportSource } from '../src/export';
import { itemTags } from '../src/import/tags';
import { titleOf } from '../src/import/titles';
import { itemHref } from '../src/item-link';
import type { TransferPassage } from '../src/model';
import { exportOf } from './import/export-of';
import { importBytes, linesOf, type Imported } from './import/read-all';
import { each, madeCampaign, sourceOf, type MadeCampaign } from './made-campaign';
import { entriesOf } from './read-zip';
import { runs } from './runs';

const signal = new AbortController().signal;
const MIRA = '00000000-0000-4000-8000-00000000000a';
const ZERO_WIDTH = /\u200c/g;

const write = (source: ExportSource): Promise<Buffer> =>
  buffer(writeArchive(source, { format: 'foundry', signal }));

interface Entry {
  _id: string;
  name: string;
  folder: string | null;
  ownership: { default: number };
  pages: { text: { content: string } }[];
  flags: object;
}

interface Adventure {
  description: string;
  folders: { _id: string; name: string; folder: string | null }[];
  journal: Entry[];
}

const adventureIn = async (zip: Buffer, path = 'adventure.json'): Promise<Adventure> =>
  JSON.parse((await entriesOf(zip)).get(path)!.toString()) as Adventure;

const htmlOf = async (campaign: MadeCampaign): Promise<string[]> =>
  (await adventureIn(await write(sourceOf(campaign)))).journal.map(
    ({ pages }) => pages[0]!.text.content,
  );

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

const isSecret = ({ content }: TransferPassage): boolean => content.label === 'secret';

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
        const { tags: folders } = itemTags((note.tags[0] ?? '').split('/'));
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
    runs(50),
  );
});
