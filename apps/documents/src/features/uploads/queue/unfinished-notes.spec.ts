import { UnfinishedNotes } from './unfinished-notes';

/** Fake Web Locks, released when their page closes. */
class FakeLocks {
  readonly held = new Set<string>();
  request = async (name: string, work: () => Promise<unknown>) => {
    this.held.add(name);
    await work();
    this.held.delete(name);
  };
  query = async () => ({ held: [...this.held].map((name) => ({ name })) });
}

const locks = new FakeLocks();
const newPage = () => new UnfinishedNotes(locks as unknown as LockManager);
const map = { campaignId: 'c', name: 'Map.png', size: 5 };

beforeEach(() => {
  localStorage.clear();
  locks.held.clear();
});

describe('notes of unfinished uploads', () => {
  it('outlive a page that was killed, once', async () => {
    newPage().keep('mina', [map]);
    locks.held.clear();
    const next = newPage();
    expect(await next.takeOver('mina')).toEqual([map]);
    expect(await next.takeOver('mina')).toEqual([]);
  });

  it('of a tab that still lives are its own', async () => {
    newPage().keep('mina', [map]);
    expect(await newPage().takeOver('mina')).toEqual([]);
  });

  it('end when all is uploaded', async () => {
    const page = newPage();
    page.keep('mina', [map]);
    page.keep('mina', []);
    page.dispose();
    expect(localStorage).toHaveLength(0);
  });

  it('are reported to their own user, and deleted when another user visits', async () => {
    newPage().keep('mina', [map]);
    locks.held.clear();
    const next = newPage();
    expect(await next.takeOver('tobin')).toEqual([]);
    next.forgetOthers('tobin');
    expect(await next.takeOver('mina')).toEqual([]);
  });

  it('ignore invalid storage content', async () => {
    localStorage.setItem('tomekeeper.uploads.x', '{"person":"mina","files":[null,{}]}');
    localStorage.setItem('tomekeeper.uploads.y', 'nonsense');
    expect(await newPage().takeOver('mina')).toEqual([]);
  });
});
