import { defineRemote } from '@tomekeeper/remote-kit';

export const auth = defineRemote({
  id: 'auth',
  requires: '^1.0',
  routes: [
    { path: '/login', access: 'public', chunks: ['login'] },
    { path: '/signup', access: 'public' },
    { path: '/forgot-password', access: 'public' },
    { path: '/undo-email-change', access: 'public' },
    { path: '/news-mail/stop', access: 'public' },
    { path: '/account', access: 'guarded' },
    { path: '/app', access: 'guarded' },
  ],
  nav: [],
  widgets: [],
  session: {
    // Amplify writes it at sign-in and removes it with the tokens.
    storage_key: 'CognitoIdentityServiceProvider.{client_id}.LastAuthUser',
    token_key: 'CognitoIdentityServiceProvider.{client_id}.{user}.idToken',
    calls: [{ path: '/api/me/' }],
  },
});
