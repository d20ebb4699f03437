import { defineRemote } from '@tomekeeper/remote-kit';

export const documents = defineRemote({
  id: 'documents',
  requires: '^1.6',
  // No pages of its own yet: its panel stands in the campaign's page.
  routes: [],
  nav: [],
  widgets: ['documents.campaign-panel', 'documents.view-as-panel', 'documents.upload-tray'],
});
