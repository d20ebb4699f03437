import { defineRemote } from '@tomekeeper/remote-kit';

export const campaigns = defineRemote({
  id: 'campaigns',
  requires: '^1.10',
  routes: [
    // Open to everyone, because it says itself what a visitor needs to do.
    { path: '/home', access: 'public' },
    { path: '/campaigns/new', access: 'guarded' },
    { path: '/campaigns/:id', access: 'guarded' },
    { path: '/campaigns/:id/as/:viewer', access: 'guarded' },
    // The holder of a link sees what it is, signed in or not.
    { path: '/invite', access: 'public' },
  ],
  nav: [{ label: 'My Campaigns', to: '/home', order: 20, show: 'signed-in' }],
  widgets: [],
});
