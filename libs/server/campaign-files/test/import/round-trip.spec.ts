import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { writeArchive } from '../../src/export';
import { madeCampaign, sourceOf } from '../made-campaign';
import { runs } from '../runs';
import { exportOf } from './export-of';
import { zipOf } from './made-zip';
import { importBytes, importZip, linesOf, type Imported } from './read-all';

const signal = new AbortController().signal;

const linesByTitle = ({ notes }: Imported): Record<string, string[]> =>
  Object.fromEntries(notes.map((note) => [note.title, linesOf(note)]));

it('imports the archive of a campaign through a zip file', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const zip = await buffer(writeArchive(sourceOf(campaign), { format: 'archive', signal }));
      const imported = await importBytes(zip, { name: 'vale.zip' });
      expect([imported.failed, imported.format, imported.problems]).toEqual([
        undefined,
        'tomekeeper',
        [],
      ]);
      expect(imported.notes.map(({ sourceId }) => sourceId).sort()).toEqual(
        campaign.notes.map(({ sourceId }) => sourceId).sort(),
      );
      const bytes = new Map(campaign.files.map((file) => [file.sourceId, file.bytes]));
      for (const { sourceId, content } of imported.files)
        expect(content).toEqual(bytes.get(sourceId));
    }),
    runs(20),
  );
});

it('keeps links, embeds, secrets and bytes of an Obsidian vault', async () => {
  const first = await importZip({
    'Notes/One.md':
      '# Start\n\nSee [x](./Th%C3%A9o%20(2).md), [[Vash#Debts|debts]] and [[#Start]].\n\n![[Vash]]\n\n![[карта 1.png]]\n\n' +
      '| Ally |\n|---|\n| [[Vash\\|the Ferryman]] |\n\n> [!secret]\n> hush [[Vash]]\n\n> [!danger] Trap\n> @UUID[Actor.abc]{Bob}',
    'Notes/Théo (2).md': 'Text with [[Nobody]].',
    'Notes/Vash.md': '---\naliases: [The Ferryman]\n---\n# Debts\n\nText',
    'attachments/карта 1.png': Buffer.from([1, 2, 3]),
  });
  const vault = await buffer(writeArchive(exportOf(first), { format: 'obsidian', signal }));
  const second = await importBytes(vault, { name: 'vault.zip' });
  const archive = await buffer(writeArchive(exportOf(first), { format: 'archive', signal }));
  const third = await importBytes(archive, { name: 'archive.zip' });
  expect(second.problems).toEqual([]);
  expect(linesByTitle(first)['One']).toContain('paragraph: [Embedded note](item:Notes%2FVash.md)');
  expect(linesByTitle(third)).toEqual(linesByTitle(first));
  // Links to passages of other notes become links to these notes.
  const withoutPassages = (lines: object) =>
    JSON.stringify(lines).replace(/(Vash\.md)\/\d+/g, '$1');
  expect(JSON.parse(withoutPassages(linesByTitle(second)))).toEqual(
    JSON.parse(withoutPassages(linesByTitle(first))),
  );
  for (const { files } of [second, third])
    expect(files[0]!.content).toEqual(Buffer.from([1, 2, 3]));
});

it('reads an archive within an archive, and refuses a damaged one', async () => {
  const first = await importZip({ 'a.md': 'Text', 'b.png': Buffer.from([1]) });
  const archive = await buffer(writeArchive(exportOf(first), { format: 'archive', signal }));
  const wrapped = await importBytes(zipOf({ 'Part-1.zip': archive }));
  expect([wrapped.format, wrapped.items]).toEqual(['tomekeeper', 2]);
  expect((await importZip({ 'tomekeeper.json': '{}' })).failed).toBe('unsupported');
  expect((await importZip({ 'tomekeeper.json': 'x' })).failed).toBe('damaged');
});
