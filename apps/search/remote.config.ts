import { defineRemote } from '@tomekeeper/remote-kit';

export const search = defineRemote({
  id: 'search',
  requires: '^1.10',
  routes: [
    { path: '/campaigns/:id/search', access: 'guarded' },
    { path: '/campaigns/:id/ask', access: 'guarded' },
  ],
  nav: [],
  widgets: ['search.palette'],
});
