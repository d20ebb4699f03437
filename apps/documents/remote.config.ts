import { defineRemote } from '@tomekeeper/remote-kit';

export const documents = defineRemote({
  id: 'documents',
  requires: '^1.11',
  routes: [
    {
      path: '/campaigns/:id/library',
      access: 'guarded',
      chunks: ['library'],
      calls: [
        { path: '/api/campaigns/:id/' },
        { path: '/api/documents/?campaign=:id&limit=50' },
        { path: '/api/documents/news/?campaign=:id' },
      ],
    },
    {
      path: '/campaigns/:id/library/:document',
      access: 'guarded',
      chunks: ['viewer'],
      calls: [
        { path: '/api/documents/:document/' },
        { path: '/api/documents/:document/outline/' },
        { path: '/api/documents/:document/passages/?limit=100&from=0', fragment: '' },
        { path: '/api/documents/:document/passages/?limit=100&around=:fragment', fragment: '#p-' },
      ],
    },
    { path: '/campaigns/:id/notes', access: 'guarded' },
    { path: '/campaigns/:id/ledger', access: 'guarded' },
    { path: '/campaigns/:id/import', access: 'guarded' },
    { path: '/campaigns/:id/import/:import', access: 'guarded' },
    { path: '/campaigns/:id/export', access: 'guarded' },
    { path: '/campaigns/:id/print', access: 'guarded' },
  ],
  nav: [],
  campaignNav: [
    { label: 'Library', path: '/library', icon: 'book', order: 20, roles: 'all', place: 'main' },
    {
      label: 'Notes',
      path: '/notes',
      icon: 'page',
      order: 30,
      roles: 'all',
      // The bar of phones has room for three pages, which the overview, the library and the questions take.
      place: 'secondary',
    },
    {
      label: 'Ledger',
      path: '/ledger',
      icon: 'ledger',
      order: 60,
      roles: 'gm',
      place: 'secondary',
    },
  ],
  widgets: [
    'documents.campaign-panel',
    'documents.overview',
    'documents.session-timeline',
    'documents.board-item',
    'documents.publish-recap',
    'documents.news-kinds',
    'documents.view-as-panel',
    'documents.upload-tray',
    'documents.shown-now',
    'documents.shortcuts',
  ],
});
