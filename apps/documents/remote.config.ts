import { defineRemote } from '@tomekeeper/remote-kit';

export const documents = defineRemote({
  id: 'documents',
  requires: '^1.10',
  routes: [
    { path: '/campaigns/:id/library', access: 'guarded' },
    { path: '/campaigns/:id/library/:document', access: 'guarded' },
    { path: '/campaigns/:id/ledger', access: 'guarded' },
  ],
  nav: [],
  widgets: [
    'documents.campaign-panel',
    'documents.view-as-panel',
    'documents.upload-tray',
    'documents.shown-now',
    'documents.shortcuts',
  ],
});
