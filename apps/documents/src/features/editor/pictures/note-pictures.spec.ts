import { ApiError } from '@tomekeeper/api-client';
import { StorageUploadError } from '@tomekeeper/remote-kit';
import { NotePictures, type PicturesApi } from './note-pictures';

const file = (size = 8) => new File([new Uint8Array(size)], 'mill.png', { type: 'image/png' });
const picture = { image: 'i1', width: 320, height: 200 };

function pictures(send = () => Promise.resolve(), add = () => Promise.resolve(picture)) {
  const calls: string[] = [];
  const api: PicturesApi = {
    imageMegabytes: 20,
    uploadImage: async ({ file: { name, size }, inTurn }) => {
      calls.push(`send ${name} ${size}`);
      await send();
      return inTurn(() => {
        calls.push('add');
        return add();
      });
    },
    images: (ids) => {
      calls.push(`address ${ids.join()}`);
      return Promise.resolve([{ id: 'i2', url: 'http://store/i2' }]);
    },
  };
  const made = new NotePictures(api);
  const settled = (key: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (made.stateOf(key).is !== 'sending') resolve();
      };
      made.subscribe(look);
      look();
    });
  return { made, calls, settled };
}

describe('pictures on their way into a note', () => {
  it('are uploaded, inserted as pictures of the note, and displayed', async () => {
    const { made, calls, settled } = pictures();
    const key = made.start(file());
    expect(made.areUnsent([key])).toBe(true);
    await settled(key);
    expect(calls).toEqual(['send mill.png 8', 'add']);
    expect(made.stateOf(key)).toEqual({ is: 'there', picture });
    expect(made.areUnsent([key])).toBe(false);
    expect(await made.addressOf('i1')).toMatch(/^data:image\/png;base64,/);
    // Each call requests a new URL, because URLs expire after a minute.
    expect([await made.addressOf('i2'), await made.addressOf('i2')]).toEqual([
      'http://store/i2',
      'http://store/i2',
    ]);
    expect(calls.filter((one) => one === 'address i2')).toHaveLength(2);
  });

  it('say why they did not arrive, and are sent again where that may help', async () => {
    let isDown = true;
    const { made, settled } = pictures(() =>
      isDown ? Promise.reject(new StorageUploadError('no')) : Promise.resolve(),
    );
    const key = made.start(file());
    await settled(key);
    expect(made.stateOf(key)).toEqual({
      is: 'failed',
      why: 'The picture did not arrive.',
      again: true,
    });
    expect(made.areUnsent([key])).toBe(true);
    isDown = false;
    made.retry(key);
    expect(made.stateOf(key)).toEqual({ is: 'sending' });
    await settled(key);
    expect(made.stateOf(key).is).toBe('there');
  });

  it('that are no pictures, or too large, are not sent again', async () => {
    const refused = new ApiError(409, undefined);
    const { made, calls, settled } = pictures(undefined, () => Promise.reject(refused));
    const key = made.start(file());
    await settled(key);
    expect(made.stateOf(key)).toMatchObject({ is: 'failed', again: false });
    const large = new File([], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
    calls.length = 0;
    const other = made.start(large);
    await settled(other);
    expect(made.stateOf(other)).toEqual({
      is: 'failed',
      why: 'A picture has at most 20 MB. Choose a smaller one.',
      again: false,
    });
    expect(made.areUnsent([key, other])).toBe(false);
    expect(calls).toEqual([]);
  });

  it('of a page that was closed say so', () => {
    expect(pictures().made.stateOf('gone')).toMatchObject({ is: 'failed', again: false });
  });
});
