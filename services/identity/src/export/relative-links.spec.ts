import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { relativeLinks } from './relative-links';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const linksOf = (markdown: Readable) =>
  relativeLinks(
    markdown,
    'texts/Barovia/Mill.md',
    new Map([[ID, 'texts/Barovia/The “old” (2).md']]),
  );
const linked = (...pieces: (string | Buffer)[]) =>
  text(linksOf(Readable.from(pieces, { objectMode: false })));

it('links texts of the archive by relative paths, also across pieces', async () => {
  expect(await linked('See [the old](<#d-11111111-1111-4111-81', '11-111111111111>).\nEnd')).toBe(
    'See [the old](<The%20%E2%80%9Cold%E2%80%9D%20(2).md>).\nEnd',
  );
  expect(await linked(`[here](<#d-${ID}/p-${OTHER}>)`)).toBe(
    '[here](<The%20%E2%80%9Cold%E2%80%9D%20(2).md>)',
  );
});

it('keeps links to other documents and pages', async () => {
  const markdown = `[gone](<#d-${OTHER}>) [page](<https://a.example/#d-${ID}>)`;
  expect(await linked(markdown)).toBe(markdown);
});

it('keeps characters that span chunks', async () => {
  const bytes = Buffer.from('Strahd’s castle 🏰\n');
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  expect(await linked(...pieces)).toBe(bytes.toString());
});

it('fails with its source, and closes its source', async () => {
  const broken = new PassThrough();
  const result = linksOf(broken);
  broken.destroy(new Error('connection lost'));
  await expect(text(result)).rejects.toThrow('connection lost');
  const open = new PassThrough();
  const closed = new Promise((resolve) => open.once('close', resolve));
  linksOf(open).destroy();
  await closed;
});
