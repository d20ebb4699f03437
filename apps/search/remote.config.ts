import { defineRemote } from '@tomekeeper/remote-kit';

export const search = defineRemote({
  id: 'search',
  requires: '^1.11',
  routes: [
    { path: '/campaigns/:id/search', access: 'guarded' },
    { path: '/campaigns/:id/ask', access: 'guarded' },
  ],
  nav: [],
  campaignNav: [
    { label: 'Ask', path: '/ask', icon: 'question', order: 50, roles: 'all', place: 'main' },
  ],
  widgets: ['search.palette'],
});
