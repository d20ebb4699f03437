import { extractInSandbox } from '../../src/extraction-jobs/child/extract-in-sandbox';
import { extractFile, fileOf } from './extract-file';

it('returns passages and the bytes of images', async () => {
  const image = Buffer.alloc(1_000_000, 'image\n');
  const page = `<p>Before</p><img alt="A map" src="data:image/png;base64,${image.toString('base64')}"><p>After</p>`;
  const { passages, images } = await extractFile(page, 'a.html');
  expect(passages.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'paragraph: Before',
    'image: A map',
    'paragraph: After',
  ]);
  expect(images).toEqual([image]);
});

it.each([
  ['a.docx', 'not a zip file\0', 'damaged'],
  ['a.txt', '', 'no_text'],
  ['a.png', 'image', 'unsupported'],
] as const)('fails for %s', async (name, content, reason) => {
  expect((await extractFile(content, name)).failed).toBe(reason);
});

it('reports secret markup of a file that fails', async () => {
  const lines = extractInSandbox(fileOf('<section class="secret"></section>', 'a.html'));
  const read = async () => {
    for await (const _ of lines);
  };
  await expect(read()).rejects.toMatchObject({ reason: 'no_text', hasSecrets: true });
});

it('does not start after an abort', async () => {
  const signal = AbortSignal.abort(new Error('shutting down'));
  const lines = extractInSandbox(fileOf('words', 'a.txt'), { signal });
  await expect(lines.next()).rejects.toThrow('shutting down');
});
