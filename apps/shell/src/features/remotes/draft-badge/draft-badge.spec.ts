import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import { DRAFTS } from '../../../startup/load-startup';
import { showDraftBadge } from './draft-badge';

const entry = (version: string, draft?: boolean): RegistryEntry => ({
  id: 'campaigns',
  version,
  base_url: `/remotes/campaigns/${version}/`,
  ...(draft && { draft }),
  manifest: {
    id: 'campaigns',
    container: 'tomekeeper_campaigns',
    requires: '^1.0',
    routes: [],
    nav: [],
    campaignNav: [],
    widgets: [],
    entry: 'entry.js',
  },
});

const around = { location: { pathname: '/home', replace: jest.fn(), reload: jest.fn() } };
const answering = (entries: RegistryEntry[]) =>
  Object.assign(globalThis, {
    fetch: async () => ({ ok: true, json: async () => ({ remotes: entries }) }),
  });
let hide = () => {};
const show = () => {
  hide = showDraftBadge([entry('d1', true)], around as unknown as Window & typeof globalThis);
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
});
afterEach(() => {
  hide();
  jest.useRealTimers();
});

it('lists remotes served from source, and links to the released version', () => {
  localStorage.setItem(DRAFTS, 'campaigns');
  answering([entry('d1', true)]);
  show();
  expect(document.querySelector('aside')?.textContent).toContain('campaigns from source');
  document.querySelector<HTMLElement>('aside button')?.click();
  expect(localStorage.getItem(DRAFTS)).toBeNull();
  expect(around.location.replace).toHaveBeenCalledWith('/home');
});

it.each([
  ['is built anew', [entry('d2', true)], 1],
  ['is no longer worked on', [entry('v1')], 1],
  ['is unchanged', [entry('d1', true)], 0],
])('loads the page anew when the remote %s', async (_, now, reloads) => {
  answering(now);
  show();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(around.location.reload).toHaveBeenCalledTimes(reloads);
});
