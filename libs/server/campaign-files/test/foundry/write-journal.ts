import { buffer } from 'node:stream/consumers';
import type { Inline } from '@tomekeeper/contracts-document';
import { writeArchive, type ExportSource } from '../../src/export';
import type { TransferPassage } from '../../src/model';
import { sourceOf, type MadeCampaign } from '../made-campaign';
import { entriesOf } from '../read-zip';

const signal = new AbortController().signal;
export const MIRA = '00000000-0000-4000-8000-00000000000a';
export const ZERO_WIDTH = /\u200c/g;

export const write = (source: ExportSource): Promise<Buffer> =>
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

export const adventureIn = async (zip: Buffer, path = 'adventure.json'): Promise<Adventure> =>
  JSON.parse((await entriesOf(zip)).get(path)!.toString()) as Adventure;

export const htmlOf = async (campaign: MadeCampaign): Promise<string[]> =>
  (await adventureIn(await write(sourceOf(campaign)))).journal.map(
    ({ pages }) => pages[0]!.text.content,
  );

export const isSecret = ({ content }: TransferPassage): boolean => content.label === 'secret';

export const paragraph = (...inlines: Inline[]): TransferPassage => ({
  ...{ kind: 'paragraph', depth: 0, text: inlines.map(({ text }) => text).join('') },
  content: { inlines },
});
export const noteWith = (passages: TransferPassage[], more: object = {}) => ({
  ...{ sourceId: 'inn', title: 'Inn', tags: ['places/north'], isPublic: true },
  ...{ aliases: [], passages },
  ...more,
});
export const fileWith = (sourceId: string, name: string, contentType: string) => ({
  ...{ sourceId, name, contentType, tags: ['maps'], isPublic: true, isEmbedded: true },
  ...{ size: 1, bytes: Buffer.from('x') },
});
