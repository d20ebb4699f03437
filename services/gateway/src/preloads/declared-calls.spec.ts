import { registryEntry } from '@tomekeeper/contracts-federation';
import { declaredCalls } from './declared-calls';

const entry = (id: string, more: object) =>
  registryEntry.parse({
    id,
    version: '1',
    base_url: `/remotes/${id}/1/`,
    manifest: { id, container: id, requires: '^1.0', routes: [], entry: 'entry.js', ...more },
  });

const AUTH = entry('auth', {
  session: {
    storage_key: 'Pool.{client_id}.Last',
    token_key: 'Pool.{client_id}.{user}.idToken',
    calls: [{ path: '/api/me/' }],
  },
});
const SCRIPT = { file: 'static/js/calls.js', integrity: 'sha384-abc' };
const calls = [{ path: '/api/documents/:document/', fragment: '</script>' }];
const foundAs = (access: 'guarded' | 'public', more: object = { calls }) => ({
  route: { path: '/library/:document', access, ...more },
  remote: AUTH,
});

describe('declared calls', () => {
  it('are those of the session and of the route, with the keys of the client', () => {
    const html = declaredCalls(foundAs('guarded'), [AUTH], 'abc', SCRIPT);
    const [, json = ''] =
      /^<script type="application\/json" data-calls>(.*)<\/script><script src="\/static\/js\/calls.js" integrity="sha384-abc"><\/script>$/.exec(
        html,
      ) ?? [];
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual({
      route: '/library/:document',
      calls: [{ path: '/api/me/' }, ...calls],
      userKey: 'Pool.abc.Last',
      tokenKey: 'Pool.abc.{user}.idToken',
    });
  });

  it('are absent on public pages, without calls, and without a session', () => {
    expect(declaredCalls(foundAs('public'), [AUTH], 'abc', SCRIPT)).toBe('');
    expect(declaredCalls(foundAs('guarded', {}), [AUTH], 'abc', SCRIPT)).toBe('');
    expect(declaredCalls(foundAs('guarded'), [], 'abc', SCRIPT)).toBe('');
  });
});
