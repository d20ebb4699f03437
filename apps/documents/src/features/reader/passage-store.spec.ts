import { fakePassages } from '../../testing/fake-text';
import { PassageStore } from './passage-store';
import type { Passages, PassagesApi, Place } from './passages-api';

/** A text of so many passages, whose answers may be held back; `passages` may be changed meanwhile. */
function textOf(count: number) {
  const text = {
    passages: fakePassages(count),
    asked: [] as Place[],
    /** Is called before each answer is made. */
    meanwhile: undefined as (() => unknown) | undefined,
  };
  const api = {
    async passages(place: Place, limit: number): Promise<Passages> {
      const at = place.from ?? text.passages.findIndex(({ page = 0 }) => page >= (place.page ?? 0));
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

it('takes nothing for somebody who has left', async () => {
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

it('brings what is scrolled to while a changed text is asked for', async () => {
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

  it('has none of what is hidden in between', async () => {
    const { text, store } = textOf(1200);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => {
      if (text.asked.length < 3) return;
      text.meanwhile = undefined;
      // One is hidden and another shown: there are as many as before.
      text.passages = [...fakePassages(1201).slice(1)];
      void store.renew();
    };
    expect(await store.all(signal)).toEqual(fakePassages(1201).slice(1));
  });

  it('is given up where the text never stands still', async () => {
    const { text, store } = textOf(1200);
    await store.open({ from: 0 }, signal);
    text.meanwhile = () => (text.passages = text.passages.slice(1));
    await expect(store.all(signal)).rejects.toThrow('The text changes faster than it is read.');
    expect(text.asked.length).toBeLessThan(20);
  });
});
