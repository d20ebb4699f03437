import { defineRemote } from '@tomekeeper/remote-kit';

export const operations = defineRemote({
  id: 'operations',
  requires: '^1.1',
  routes: [{ path: '/operations', access: 'guarded' }],
  nav: [],
  widgets: [],
});
