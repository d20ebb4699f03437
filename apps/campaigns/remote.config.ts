import { defineRemote } from '@tomekeeper/remote-kit';

export const campaigns = defineRemote({
  id: 'campaigns',
  requires: '^1.10',
  routes: [
    // Not guarded: the page itself asks visitors to sign in.
    { path: '/home', access: 'public' },
    { path: '/campaigns/new', access: 'guarded' },
    { path: '/campaigns/:id', access: 'guarded' },
    { path: '/campaigns/:id/as/:viewer', access: 'guarded' },
    // Not guarded: the invite is shown to visitors too.
    { path: '/invite', access: 'public' },
  ],
  nav: [{ label: 'My Campaigns', to: '/home', order: 20, show: 'signed-in' }],
  widgets: ['campaigns.invite-notice'],
});
