import { fakePerson } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, DOCUMENT, openSearch } from '../../testing/show-search';
import { keepRecent, readRecent } from './kept-recent';

describe('what was opened last', () => {
  const { id } = fakePerson('Mina');
  beforeEach(() => {
    localStorage.clear();
    keepRecent(id, { campaign: CAMPAIGN, document: DOCUMENT });
  });

  it('is kept without a title, and goes with the log-out', () => {
    expect(JSON.stringify(localStorage)).not.toContain('Krezk');
    const { shell } = openSearch();
    expect(readRecent(id)).toHaveLength(1);
    shell.session.set({ status: 'signed-out' });
    expect(localStorage.length).toBe(0);
  });

  it('goes when somebody else signs in', () => {
    openSearch({ session: { status: 'signed-in', user: fakePerson('Jonathan') } });
    expect(readRecent(id)).toEqual([]);
  });
});
