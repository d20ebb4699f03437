import { fakePerson } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, DOCUMENT, openSearch } from '../../testing/show-search';
import { readRecent, storeRecent } from './recent-documents';

describe('recent documents', () => {
  const { id } = fakePerson('Mina');
  beforeEach(() => {
    localStorage.clear();
    storeRecent(id, { campaign: CAMPAIGN, document: DOCUMENT });
  });

  it('are stored without titles, and removed at sign-out', () => {
    expect(JSON.stringify(localStorage)).not.toContain('Krezk');
    const { shell } = openSearch();
    expect(readRecent(id)).toHaveLength(1);
    shell.session.set({ status: 'signed-out' });
    expect(localStorage.length).toBe(0);
  });

  it('are removed when another user signs in', () => {
    openSearch({ session: { status: 'signed-in', user: fakePerson('Jonathan') } });
    expect(readRecent(id)).toEqual([]);
  });
});
