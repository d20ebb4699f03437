import { defineRemote } from '@tomekeeper/remote-kit';

export const campaigns = defineRemote({
  id: 'campaigns',
  requires: '^1.11',
  routes: [
    // Not guarded: the page itself asks visitors to sign in.
    { path: '/home', access: 'public' },
    { path: '/campaigns/new', access: 'guarded' },
    {
      path: '/campaigns/:id',
      access: 'guarded',
      preloadedWidgets: ['documents.overview'],
      calls: [
        { path: '/api/campaigns/:id/' },
        { path: '/api/documents/overview/?campaign=:id' },
        { path: '/api/documents/news/?campaign=:id' },
      ],
    },
    { path: '/campaigns/:id/as/:viewer', access: 'guarded' },
    // Not guarded: the invite is shown to visitors too.
    { path: '/invite', access: 'public' },
  ],
  nav: [{ label: 'My Campaigns', to: '/home', order: 20, show: 'signed-in' }],
  campaignNav: [
    { label: 'Overview', path: '', icon: 'home', order: 10, roles: 'all', place: 'main' },
    {
      label: 'Settings',
      path: '#settings',
      icon: 'gear',
      order: 70,
      roles: 'all',
      place: 'secondary',
    },
  ],
  widgets: ['campaigns.invite-notice'],
});
