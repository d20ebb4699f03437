import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { fakePassages } from '../../../../testing/fake-text';
import type { Passage } from '../../../documents-api/passages-api';
import { PassageSelection, TooManySelected } from './passage-selection';

const text = fakePassages(AUDIENCE_LIMITS.passages + 10);
const at = (place: number): Passage => text[place]!;
const places = (selection: PassageSelection) => {
  const chosen = selection.chosen();
  return chosen === 'all' ? chosen : chosen.map((id) => text.findIndex((one) => one.id === id));
};

describe('a selection of passages', () => {
  it('takes and gives single passages', () => {
    const selection = new PassageSelection();
    selection.toggle(at(3), 3);
    selection.toggle(at(7), 7);
    selection.toggle(at(3), 3);
    expect(places(selection)).toEqual([7]);
    expect(selection.anchor?.at).toBe(3);
  });

  it('extends from where it began, and a shorter stretch takes back the longer one', () => {
    const selection = new PassageSelection();
    selection.toggle(at(1), 1);
    selection.toggle(at(5), 5);
    selection.extend(text.slice(5, 9));
    expect(places(selection)).toEqual([1, 5, 6, 7, 8]);
    selection.extend(text.slice(4, 6));
    expect(places(selection)).toEqual([1, 5, 4]);
  });

  it('adds everything under a heading to the selection', () => {
    const selection = new PassageSelection();
    selection.toggle(at(1), 1);
    selection.add(text.slice(10, 13), 10);
    expect(places(selection)).toEqual([1, 10, 11, 12]);
    selection.extend(text.slice(10, 11));
    expect(places(selection)).toEqual([1, 10, 11, 12]);
  });

  it('rejects more passages than one call allows, and keeps the selection', () => {
    const selection = new PassageSelection();
    selection.toggle(at(2), 2);
    expect(() => selection.extend(text)).toThrow(TooManySelected);
    expect(places(selection)).toEqual([2]);
  });

  it('is all of a text, which a press ends', () => {
    const selection = new PassageSelection();
    selection.toggle(at(2), 2);
    selection.all();
    expect(places(selection)).toBe('all');
    expect(selection.has(at(4).id)).toBe(true);
    selection.toggle(at(2), 2);
    expect(selection.isEmpty).toBe(true);
  });

  it('updates the audiences of its passages', () => {
    const selection = new PassageSelection();
    selection.toggle(at(2), 2);
    selection.learn([
      { ...at(2), audience: 'party' },
      { ...at(3), audience: 'party' },
    ]);
    expect([...selection.current().passages.values()]).toEqual([
      { audience: 'party', players: undefined, text: at(2).text },
    ]);
  });

  it('tells who listens', () => {
    const selection = new PassageSelection();
    const heard = jest.fn();
    const stop = selection.subscribe(heard);
    selection.toggle(at(2), 2);
    selection.clear();
    stop();
    selection.toggle(at(2), 2);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
