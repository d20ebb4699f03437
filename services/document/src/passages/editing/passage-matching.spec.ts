import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { matchPassages, linkTargets, type KnownPassage, type NewPassage } from './passage-matching';

const known = (texts: readonly string[], hidden: readonly string[] = []): KnownPassage[] =>
  texts.map((text, at) => ({
    id: `id ${at}`,
    kind: 'paragraph',
    text,
    image: null,
    audience_class: hidden.includes(text) ? GM_CLASS : null,
  }));
const read = (texts: readonly string[]): NewPassage[] =>
  texts.map((text) => ({ kind: 'paragraph', text, image: null }));
const carried = (
  before: readonly KnownPassage[],
  after: readonly string[],
  everHidden = false,
): string[] =>
  matchPassages(before, read(after), { everHidden }).map(
    ({ id, audience_class }) =>
      `${id ?? 'new'}${audience_class === GM_CLASS ? ' (gm)' : audience_class === null ? '' : ' (own)'}`,
  );

it('keeps ids of the same texts in the same order, regardless of insertions', () => {
  const before = known(['one', 'two', 'three', 'two']);
  expect(carried(before, ['zero', 'one', 'two', 'and', 'three', 'two'])).toEqual([
    'new',
    'id 0',
    'id 1',
    'new',
    'id 2',
    'id 3',
  ]);
});

it('keeps the id of a corrected passage between the same neighbors, and not of a different one', () => {
  const before = known(['one', 'The lich waits in the crypt.', 'three']);
  expect(carried(before, ['one', 'The lich waits in the old crypt.', 'three'])[1]).toBe('id 1');
  expect(carried(before, ['one', 'Dinner is at eight.', 'three'])[1]).toBe('new');
  expect(carried(before, ['The lich waits in the old crypt.', 'one', 'three'])[0]).toBe('new');
  const heading = [{ kind: 'heading', text: 'The lich waits in the crypt', image: null }];
  expect(matchPassages(before.slice(1, 2), heading, { everHidden: false })[0]?.id).toBeUndefined();
});

it('keeps the id of a long text that moved', () => {
  const long = 'A text that stands nowhere else.';
  const before = known(['one', 'two', long]);
  expect(carried(before, [long, 'one', 'two'])).toEqual(['id 2', 'id 0', 'id 1']);
});

it('limits new or changed passages to GMs, where anything was ever hidden', () => {
  const before = known(['one', 'The lich waits in the crypt.', 'secret'], ['secret']);
  expect(carried(before, ['one', 'The lich waits in the old crypt.', 'secret', 'new'])).toEqual([
    'id 0',
    'id 1 (gm)',
    'id 2 (gm)',
    'new (gm)',
  ]);
  expect(carried(known(['one']), ['one', 'new'], true)).toEqual(['id 0', 'new (gm)']);
});

it('takes the narrower audience where it is not known which of the same texts is which', () => {
  const before = known(['again', 'x', 'again']).map((one, at) => ({
    ...one,
    audience_class: at === 0 ? GM_CLASS : null,
  }));
  expect(carried(before, ['again', 'x', 'again'])).toEqual(['id 0 (gm)', 'id 1', 'id 2']);
  expect(carried(before, ['x', 'again'])).toEqual(['id 1', 'id 2 (gm)']);
});

it('limits a new picture under the same words to GMs, and a picture that swapped places with a hidden one', () => {
  const pictures = (images: readonly string[]) =>
    images.map((image, at) => ({ kind: 'image', text: '', image, id: `id ${at}` }));
  const before = pictures(['lich', 'map', 'town']).map((one) => ({
    ...one,
    audience_class: one.image === 'lich' ? GM_CLASS : null,
  }));
  const classes = (images: readonly string[]) =>
    matchPassages(before, pictures(images), { everHidden: false }).map((one) => one.audience_class);
  expect(classes(['lich', 'map', 'town'])).toEqual([GM_CLASS, null, null]);
  expect(classes(['map', 'lich', 'town'])).toEqual([GM_CLASS, GM_CLASS, null]);
  expect(classes(['lich', 'map', 'lich'])).toEqual([GM_CLASS, null, GM_CLASS]);
});

it('gives the same words to GMs where they lead elsewhere, or are marked as secret', () => {
  const saying = (href: string, label: string) =>
    linkTargets({
      label,
      blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'map', href }] }],
    });
  const said = { kind: 'callout', text: 'map', image: null };
  const before = [
    {
      ...said,
      id: 'id 0',
      audience_class: null,
      leads: saying('https://example.org/town', 'note'),
    },
  ];
  const carriedClass = (leads: string) =>
    matchPassages(before, [{ ...said, leads }], { everHidden: true })[0]?.audience_class;
  expect(carriedClass(saying('https://example.org/town', 'tip'))).toBe(null);
  expect(carriedClass(saying('https://example.org/traps', 'note'))).toBe(GM_CLASS);
  expect(carriedClass(saying('https://example.org/town', 'secret'))).toBe(GM_CLASS);
  expect(saying('#one', 'note')).toBe(saying('#other', 'note'));
});

/** Short texts repeat, long ones do not. */
const text = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.nat(30).map((n) => `A longer text, number ${n}.`),
);
const passages = fc
  .array(fc.record({ text, audience: fc.constantFrom(null, null, null, GM_CLASS, PARTY_CLASS) }), {
    maxLength: 30,
  })
  .map((all) =>
    all.map(({ text: said, audience }, at) => ({
      id: `id ${at}`,
      kind: 'paragraph',
      text: said,
      image: null,
      audience_class: audience,
    })),
  );
const edits = fc.array(
  fc.record({ at: fc.nat(40), remove: fc.nat(3), insert: fc.array(text, { maxLength: 3 }) }),
  { maxLength: 4 },
);

function edited(
  before: readonly KnownPassage[],
  changes: readonly { at: number; remove: number; insert: readonly string[] }[],
): string[] {
  const texts = before.map((one) => one.text);
  for (const { at, remove, insert } of changes)
    texts.splice(at % (texts.length + 1), remove, ...insert);
  return texts;
}

it('never assigns an id twice or shows players a previously hidden passage', () => {
  fc.assert(
    fc.property(passages, edits, fc.boolean(), (before, changes, everHidden) => {
      const after = edited(before, changes);
      const result = matchPassages(before, read(after), { everHidden });
      const ids = result.flatMap(({ id }) => (id === undefined ? [] : [id]));
      expect(new Set(ids).size).toBe(ids.length);
      const isHiding = everHidden || before.some((one) => one.audience_class !== null);
      const shown = (class_: string | null) => class_ === null || class_ === PARTY_CLASS;
      const seen = before.filter((one) => shown(one.audience_class)).map((one) => one.text);
      result.forEach(({ audience_class }, at) => {
        if (isHiding && shown(audience_class)) expect(seen).toContain(after[at]);
      });
      // No text is seen more often than it was.
      for (const said of isHiding ? new Set(after) : [])
        expect(
          result.filter((one, at) => after[at] === said && shown(one.audience_class)).length,
        ).toBeLessThanOrEqual(seen.filter((one) => one === said).length);
    }),
  );
});

it('keeps visible passages visible, regardless of hidden ones around them', () => {
  const seen = fc.uniqueArray(fc.constantFrom<string>('one', 'two', 'three', 'four', 'five'));
  const secrets = fc.uniqueArray(fc.constantFrom('lich', 'crypt', 'traitor', 'poison'));
  const places = fc.array(fc.nat(8), { minLength: 4, maxLength: 4 });
  const among = (texts: readonly string[], hidden: readonly string[], at: readonly number[]) =>
    hidden.reduce(
      (all, secret, n) => all.toSpliced((at[n] ?? 0) % (all.length + 1), 0, secret),
      [...texts],
    );
  fc.assert(
    fc.property(seen, seen, secrets, secrets, places, places, (old, now, some, others, at, to) => {
      const audiences = (hiddenBefore: readonly string[], hiddenNow: readonly string[]) => {
        const all = among(now, hiddenNow, to);
        const before = known(among(old, hiddenBefore, at), hiddenBefore);
        const texts = matchPassages(before, read(all), { everHidden: true });
        return all.flatMap((text, place) =>
          now.includes(text) ? [[text, texts[place]?.audience_class]] : [],
        );
      };
      expect(audiences(some, others)).toEqual(audiences([], []));
    }),
    propertyRuns(500),
  );
});

it('changes nothing where nothing changed', () => {
  fc.assert(
    fc.property(passages, fc.boolean(), (before, everHidden) => {
      const after = matchPassages(before, before, { everHidden });
      expect(after).toEqual(
        before.map(({ id, audience_class }) => ({ id, audience_class, isSame: true })),
      );
    }),
  );
});

it('is quick with a whole book of which every other line changed', () => {
  const before = known(Array.from({ length: 20_000 }, (_, at) => `line ${at}`));
  const after = before.map(({ text: said }, at) => (at % 2 ? said : `changed ${said}`));
  const begin = process.cpuUsage();
  const kept = matchPassages(before, read(after), { everHidden: false });
  expect(kept.filter(({ id }) => id !== undefined).length).toBeGreaterThanOrEqual(10_000);
  // CPU time in microseconds: pairwise comparison would take minutes.
  expect(process.cpuUsage(begin).user).toBeLessThan(5_000_000);
});

it('matches passages of a spoiler apart from hidden passages, also those that only a handout shows', () => {
  const hidden = ['one', 'two', 'three'];
  const texts = ['key', ...hidden];
  const ids = (more: Partial<KnownPassage>, is_spoilers: boolean) => {
    const before = known(texts).map((one) => (one.text === 'key' ? { ...one, ...more } : one));
    const after = read([...hidden, 'key']);
    return matchPassages(before, after, { everHidden: false, is_spoilers }).map(({ id }) => id);
  };
  const all = ['id 1', 'id 2', 'id 3', 'id 0'];
  expect(ids({ copies: `handout ${PARTY_CLASS}` }, true)).toEqual(all);
  expect(ids({ audience_class: PARTY_CLASS }, true)).toEqual(all);
  expect(ids({}, true)).toEqual([...all.slice(0, 3), undefined]);
});
