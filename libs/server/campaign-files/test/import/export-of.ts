import type { ExportSource } from '../../src/export';
import type { SectionRecords } from '../../src/archive-format/sections';
import { each, PLAYERS } from '../made-campaign';
import type { Imported } from './read-all';

/** An import as the content of a campaign. */
export const exportOf = ({ notes, files, records }: Imported): ExportSource => ({
  campaign: { title: 'The Shattered Vale', gameSystem: '' },
  viewer: 'gm',
  index: [
    ...notes.map(({ sourceId: id, title, tags }) => ({ id, kind: 'note' as const, title, tags })),
    ...files.map(({ sourceId: id, name, tags }) => ({
      id,
      kind: 'file' as const,
      title: name,
      tags,
    })),
  ],
  players: PLAYERS,
  notes: each(notes),
  files: each(files.map(({ content, ...file }) => ({ ...file, body: each([content]) }))),
  sections: records.map(
    ({ section: name, values }) => ({ name, records: each<object>(values) }) as SectionRecords,
  ),
});
