import { fingerprintOf } from '../upload/fingerprint';
import type { PartUploads } from '../parts/part-uploads';
import { createStoppedUploads, type StoppedUpload } from './stopped-uploads';

jest.mock('../upload/fingerprint', () => ({ fingerprintOf: jest.fn() }));
const fingerprint = jest.mocked(fingerprintOf);

const file = new File(['hello'], 'Atlas.bin');
const atlas: StoppedUpload = {
  ...{ key: 'k', person: 'mina', campaignId: 'c', isSpoilers: true, tags: ['maps'] },
  ...{ name: 'Atlas.bin', size: 5, contentFingerprint: 'f', stored: 2 },
};

async function stoppedWith(upload: StoppedUpload) {
  const add = jest.fn();
  const discard = jest.fn(async () => {});
  const parts = { left: async () => [upload], discard } as unknown as PartUploads;
  const uploads = createStoppedUploads({ add, bring: async () => parts, changed: jest.fn() });
  await uploads.recover('mina', () => true);
  return { uploads, add, discard };
}

beforeEach(() => fingerprint.mockResolvedValue('f'));

describe('an upload of a closed tab', () => {
  it('continues with the stored file', async () => {
    const { uploads, add } = await stoppedWith({ ...atlas, file });
    await uploads.resume('k');
    expect(add.mock.calls).toEqual([
      [
        {
          ...{ campaignId: 'c', isSpoilers: true, tags: ['maps'], replaces: undefined },
          ...{ contentFingerprint: 'f', file, startedKey: 'k' },
        },
      ],
    ]);
    expect(uploads.list()).toEqual([]);
  });

  it.each([
    ['another name', new File(['hello'], 'Other.bin'), 'f', 'This is another file.'],
    ['another size', new File(['hi'], 'Atlas.bin'), 'f', 'This is another file.'],
    ['other content', file, 'other', 'The file has changed since then.'],
    ['content that cannot be checked', file, undefined, 'The file has changed since then.'],
  ])('does not continue with a file of %s', async (_, chosen, found, problem) => {
    fingerprint.mockResolvedValue(found);
    const { uploads, add } = await stoppedWith(atlas);
    await uploads.resume('k', chosen);
    expect(add).not.toHaveBeenCalled();
    expect(uploads.list()).toEqual([{ ...atlas, problem: expect.stringContaining(problem) }]);
    fingerprint.mockResolvedValue('f');
    await uploads.resume('k', file);
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('of an insecure page continues only with the stored file', async () => {
    fingerprint.mockResolvedValue(undefined);
    const { contentFingerprint: _, ...unchecked } = atlas;
    const chosen = await stoppedWith(unchecked);
    await chosen.uploads.resume('k', file);
    expect(chosen.uploads.list()[0]?.problem).toContain('not encrypted');
    const own = await stoppedWith({ ...unchecked, file });
    await own.uploads.resume('k');
    expect(own.add).toHaveBeenCalledTimes(1);
  });

  it('is discarded, or says that it could not be', async () => {
    const { uploads, discard } = await stoppedWith(atlas);
    discard.mockRejectedValueOnce(new Error('away'));
    await uploads.discard('k');
    expect(uploads.list()[0]?.problem).toContain('Check your connection');
    await uploads.discard('k');
    expect(uploads.list()).toEqual([]);
  });

  it('is not shown to another person who signed in meanwhile', async () => {
    const parts = { left: async () => [atlas] } as unknown as PartUploads;
    const uploads = createStoppedUploads({
      add: jest.fn(),
      bring: async () => parts,
      changed: jest.fn(),
    });
    await uploads.recover('mina', () => false);
    expect(uploads.list()).toEqual([]);
  });
});
