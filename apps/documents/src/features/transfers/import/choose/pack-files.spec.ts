/** @jest-environment node */
import type { ImportSource } from './import-source';
import { packFiles } from './pack-files';

const source: ImportSource = {
  name: 'Vault.zip',
  size: 11,
  files: [
    { path: 'Vault/Zoë.md', file: new File(['hello'], 'Zoë.md') },
    { path: 'Vault/Places/Mill.md', file: new File(['[[Zoë]]'], 'Mill.md') },
  ],
};

/** Names in the central directory of a zip. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 1))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names;
}

describe('packing a folder', () => {
  it('writes every file with its path, and reports files and bytes', async () => {
    const progress: object[] = [];
    const file = await packFiles(
      source,
      (step) => progress.push(step),
      new AbortController().signal,
    );
    const zip = Buffer.from(await file.arrayBuffer());
    expect([file.name, file.type]).toEqual(['Vault.zip', 'application/zip']);
    expect(namesIn(zip)).toEqual(['Vault/Zoë.md', 'Vault/Places/Mill.md']);
    expect(zip.includes('[[Zoë]]')).toBe(true);
    expect(progress.at(-1)).toEqual({ files: 2, bytes: 13 });
  });

  it('stops when the user cancels', async () => {
    const controller = new AbortController();
    const seen: object[] = [];
    const packing = packFiles(
      source,
      (step) => {
        seen.push(step);
        controller.abort();
      },
      controller.signal,
    );
    await expect(packing).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });
});
