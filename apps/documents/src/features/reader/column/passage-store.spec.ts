import { ApiError } from '@tomekeeper/api-client';
import { fakePassages } from '../../../testing/fake-text';
import { PassageStore } from './passage-store';
import type { Passages, PassagesApi, TextWindow } from '../../documents-api/passages-api';

/** A fake text with this many passages and delayable responses; `passages` is mutable. */
function textOf(count: number) {
  const text = {
    passages: fakePassages(count),
    asked: [] as TextWindow[],
    /** Called before each response. */
    meanwhile: undefined as (() => unknown) | undefined,
  };
  const api = {
    async passages(place: TextWindow, limit: number): Promise<Passages> {
      const found = text.passages.findIndex(({ id }) => id === place.around);
      if (place.around !== undefined && found < 0) throw new ApiError(404, undefined);
      const at =
        place.around === undefined
          ? (place.from ?? text.passages.findIndex(({ page = 0 }) => page >= (place.page ?? 0)))
          : Math.max(0, found - Math.floor(limit / 2));
      const from = at < 0 ? text.passages.length : at;
      const passages = text.passages.slice(from, from + limit);
      const answer = { passages, at: from, total: text.passages.length };
      text.asked.push(place);
      await text.meanwhile?.();
      return answer;
    },
  } as PassagesApi;
  return { text, store: new PassageStore(api) };
}
const { signal } = new AbortController();
const soon = () => new Promise((resolve) => setTimeout(resolve, 100));

it('asks again for where it begins when the text becomes another meanwhile', async () => {
  const { text, store } = textOf(300);
  text.meanwhile = () => {
    text.meanwhile = undefined;
    text.passages = fakePassages(200);
    void store.renew();
  };
  await store.open({ from: 150 }, signal);
  expect(store.current()?.total).toBe(200);
  expect(store.passageAt(150)?.text).toBe('Chapter 16');
});

it('discards responses after dispose', async () => {
  const { text, store } = textOf(300);
  const leaving = new AbortController();
  text.meanwhile = () => {
    store.dispose();
    leaving.abort();
  };
  await expect(store.open({ from: 0 }, leaving.signal)).rejects.toThrow('aborted');
  expect(text.asked).toHaveLength(1);
});

it('has no place of a page behind the last one', async () => {
  const { store } = textOf(300);
  expect(await store.openPage(30, signal)).toBe(290);
  expect(await store.openPage(31, signal)).toBeUndefined();
});

it('loads passages while scrolling during a refetch of a changed text', async () => {
  const { text, store } = textOf(1000);
  await store.open({ from: 0 }, signal);
  store.want(0, 20);
  text.meanwhile = () => {
    text.meanwhile = undefined;
    store.want(500, 520);
    return soon();
  };
  await store.renew();
  await soon();
  expect(store.passageAt(510)).toBeDefined();
});

describe('all of a text', () => {
  it('has each passage once, though the text becomes another in between', async () => {
    const { text, store } = textOf(1200);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => {
      text.meanwhile = undefined;
      text.passages = text.passages.slice(7);
    };
    expect(await store.all(signal)).toEqual(fakePassages(1200).slice(7));
  });

  it('contains none of the hidden passages in between', async () => {
    const { text, store } = textOf(1200);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => {
      if (text.asked.length < 3) return;
      text.meanwhile = undefined;
      // One passage is hidden and another revealed, so the total stays the same.
      text.passages = [...fakePassages(1201).slice(1)];
      void store.renew();
    };
    expect(await store.all(signal)).toEqual(fakePassages(1201).slice(1));
  });

  it('gives up if the text changes continuously', async () => {
    const { text, store } = textOf(1200);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => (text.passages = text.passages.slice(1));
    await expect(store.all(signal)).rejects.toThrow('The text changed while it was loading.');
    expect(text.asked.length).toBeLessThan(20);
  });
});

describe('text that changes during reading', () => {
  const reads = async (first: number, last: number) => {
    const { text, store } = textOf(2000);
    await store.open({ from: first }, signal);
    store.want(first, last);
    return { text, store };
  };

  it('keeps the position when more than a screen of text is added above', async () => {
    const { text, store } = await reads(1010, 1030);
    const all = fakePassages(3000);
    text.passages = [...all.slice(2000), ...all.slice(0, 2000)];
    await store.renew();
    expect(store.whereIs(all[1020]!.id)).toBe(2020);
    expect(store.follow(1020)).toBe(2020);
  });

  it('continues at the nearest remaining passage', async () => {
    const { text, store } = await reads(1010, 1030);
    const all = fakePassages(2000);
    text.passages = all.filter((_, at) => at < 1015 || at > 1022);
    await store.renew();
    expect(store.follow(1016)).toBe(1014);
    expect(store.follow(1021)).toBe(1015);
  });

  it('is nowhere when nothing near it is left', async () => {
    const { text, store } = await reads(1010, 1030);
    text.passages = fakePassages(900);
    await store.renew();
    expect(store.follow(1020)).toBeUndefined();
    expect(store.error()).toBeUndefined();
  });
});

describe('a stretch of the text', () => {
  it('is brought where it has not come yet', async () => {
    const { text, store } = textOf(2000);
    await store.open({ from: 0 }, signal);
    const { length } = text.asked;
    const stretch = await store.stretch(50, 1200, signal);
    expect(stretch.map(({ id }) => id)).toEqual(
      fakePassages(2000)
        .slice(50, 1201)
        .map(({ id }) => id),
    );
    expect(text.asked.length - length).toBe(3);
  });

  it('is none when the text changes meanwhile', async () => {
    const { text, store } = textOf(2000);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => {
      text.meanwhile = undefined;
      void store.renew();
    };
    await expect(store.stretch(50, 1200, signal)).rejects.toThrow('changed');
  });

  it('begins where a passage stands, however far away', async () => {
    const { store } = textOf(2000);
    await store.open({ from: 0 }, signal);
    expect(await store.placeOf(fakePassages(2000)[1500]!.id, signal)).toBe(1500);
  });
});
