import { defineRemote } from '@tomekeeper/remote-kit';

export const table = defineRemote({
  id: 'table',
  requires: '^1.11',
  routes: [
    { path: '/campaigns/:id/sessions', access: 'guarded' },
    { path: '/campaigns/:id/sessions/:session', access: 'guarded' },
  ],
  nav: [],
  campaignNav: [
    {
      label: 'Sessions',
      path: '/sessions',
      icon: 'calendar',
      order: 25,
      roles: 'all',
      place: 'main',
    },
  ],
  widgets: ['table.next-session'],
});
