import type { ImportItem } from '../imports-api';
import {
  byFolder,
  canRevealBoxes,
  changedItem,
  filterCounts,
  filtered,
  firstRows,
  inclusionOf,
  selectedOf,
} from './review-items';

const item = (number: number, path: string, change: Partial<ImportItem> = {}): ImportItem => ({
  ...{ number, path, kind: 'note', title: path, tags: [] },
  ...{ is_spoilers: true, action: 'add', ...change },
});
const document = { id: 'd', title: 'Mill' };
const added = item(1, 'Vault/Mira.md', { read_aloud: 2 });
const changed = item(2, 'Vault/Places/Mill.md', {
  ...{ since_import: 'changed', action: 'replace', document },
});
const edited = item(3, 'Vault/Places/Keep.md', {
  ...{ since_import: 'edited', action: 'skip', document, unresolved: ['Tower'] },
});
const unchanged = item(4, 'Rules.md', { since_import: 'unchanged', action: 'skip', document });
const all = [added, changed, edited, unchanged];
const numbers = (items: readonly ImportItem[]) => items.map(({ number }) => number);

describe('the items of a review', () => {
  it('are filtered by their state since an earlier import and by unresolved links', () => {
    expect(numbers(filtered(all, 'all'))).toEqual([1, 2, 3, 4]);
    expect(numbers(filtered(all, 'new'))).toEqual([1]);
    expect(numbers(filtered(all, 'changed'))).toEqual([2, 3]);
    expect(numbers(filtered(all, 'unresolved'))).toEqual([3]);
  });

  it('have counts of the whole import, not of the loaded pages', () => {
    const counts = {
      ...{ notes: 900, files: 100, unchanged: 200, changed: 30, edited: 20 },
      ...{ problems: 7, unresolved: 5 },
    };
    const review = { counts, room: 0, items: all, sections: [], problems: [] };
    expect(filterCounts(review)).toEqual({
      ...{ all: 1000, new: 750, changed: 50, problems: 7, unresolved: 5 },
    });
  });

  it('are grouped by folder, of which the first rows are displayed', () => {
    const folders = byFolder(all);
    expect(folders.map(({ path, items }) => [path, numbers(items)])).toEqual([
      ['Vault', [1]],
      ['Vault/Places', [2, 3]],
      ['', [4]],
    ]);
    const first = firstRows(folders, 2);
    expect(first.map(({ rows }) => numbers(rows))).toEqual([[1], [2]]);
    // Bulk changes cover the whole folder.
    expect(numbers(first[1]?.folder.items ?? [])).toEqual([2, 3]);
  });

  it('are included with the action of each, except for unchanged and edited ones', () => {
    const set = (revisions: ReturnType<typeof inclusionOf>) =>
      revisions.map(({ items, set: { action } }) => [action, numbers(items)]);
    expect(set(inclusionOf(all, true))).toEqual([
      ['add', [1]],
      ['replace', [2]],
    ]);
    expect(set(inclusionOf(all, false))).toEqual([['skip', [1, 2]]]);
    expect(inclusionOf([edited, unchanged], true)).toEqual([]);
  });

  it('count against the room of the campaign only if they become new documents', () => {
    expect(selectedOf(all, 0)).toEqual({ documents: 2, excess: 1 });
    expect(selectedOf(all, 1)).toEqual({ documents: 2, excess: 0 });
  });

  it('change as the server stores it', () => {
    const next = changedItem(added, { category: 'person', reveal_read_aloud: true, tags: ['npc'] });
    expect(next).toEqual({ ...added, category: 'person', reveal_read_aloud: true, tags: ['npc'] });
    expect(changedItem(next, { category: null, reveal_read_aloud: false })).toEqual({
      ...added,
      tags: ['npc'],
    });
    expect(changedItem(next, { title: 'Mira' }).category).toBe('person');
  });

  it('add tags, and take tags of folders away and back', () => {
    const placed = { ...added, tags: ['Places', 'ruins'], folder_tag: 'Places' };
    const without = changedItem(placed, { folder_tags: false });
    expect(without.tags).toEqual(['ruins']);
    const more = changedItem(without, { add_tags: ['act 1', 'RUINS'] });
    expect(more.tags).toEqual(['ruins', 'act 1']);
    expect(changedItem(more, { folder_tags: true }).tags).toEqual(['Places', 'ruins', 'act 1']);
    const many = Array.from({ length: 25 }, (_, n) => `tag ${n}`);
    expect(changedItem(placed, { add_tags: many }).tags).toHaveLength(20);
  });

  it('reveal boxes of new Spoilers notes alone', () => {
    expect(canRevealBoxes(added)).toBe(true);
    expect(canRevealBoxes({ ...added, is_spoilers: false })).toBe(false);
    expect(canRevealBoxes({ ...added, document })).toBe(false);
    expect(canRevealBoxes(item(5, 'Keep.md'))).toBe(false);
  });
});
