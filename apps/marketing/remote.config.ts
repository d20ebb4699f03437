import { defineRemote } from '@tomekeeper/remote-kit';

export const marketing = defineRemote({
  id: 'marketing',
  requires: '^1.0',
  routes: [
    { path: '/', access: 'public' },
    { path: '/features', access: 'public' },
    { path: '/faq', access: 'public' },
    { path: '/contact', access: 'public' },
    { path: '/privacy', access: 'public' },
    { path: '/how-secrets-are-kept', access: 'public' },
    { path: '/verify-subscribe', access: 'public' },
    { path: '/unsubscribe', access: 'public' },
    { path: '*', access: 'public' },
  ],
  nav: [
    { label: 'Home', to: '/', order: 10, show: 'always' },
    { label: 'Features', to: '/features', order: 30, show: 'always' },
    { label: 'FAQ', to: '/faq', order: 40, show: 'always' },
    { label: 'Contact', to: '/contact', order: 50, show: 'always' },
  ],
  widgets: [],
});
