import { candidates, hasOtherSources, parseHosts, parseResolvConf } from './system-names';

describe('names of hosts', () => {
  it('are completed as in a pod', () => {
    const searching = parseResolvConf(
      'search tomes.svc.cluster.local svc.cluster.local # ours\nnameserver 10.96.0.10\noptions ndots:2 edns0\n',
    );
    expect(candidates('identity', searching)).toEqual([
      'identity.tomes.svc.cluster.local',
      'identity.svc.cluster.local',
      'identity',
    ]);
    expect(candidates('db.example.org', searching)[0]).toBe('db.example.org');
    expect(candidates('db.example.', searching)).toEqual(['db.example']);
  });

  it('are as they stand where nothing says otherwise', () => {
    expect(candidates('identity', parseResolvConf(''))).toEqual(['identity']);
    expect(parseResolvConf('options ndots:99\nsearch a\nsearch .\n')).toEqual({
      search: [],
      ndots: 15,
    });
  });

  it('stand in the hosts file, in any case and more than once', () => {
    const hosts = parseHosts(
      '127.0.0.1\tlocalhost Me # not me\n::1 localhost\n# 10.0.0.1 off\nnonsense x\n',
    );
    expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(hosts.get('me')).toEqual(['127.0.0.1']);
    expect([...hosts.keys()]).toEqual(['localhost', 'me']);
  });

  it.each([
    ['hosts: files dns', false],
    ['', false],
    ['passwd: files\nhosts: files mdns4_minimal [NOTFOUND=return] dns', true],
    ['hosts: files [!UNAVAIL=return] dns', false],
    ['hosts: files resolve [!UNAVAIL=return] dns', true],
  ])('may come from elsewhere: %j', (text, expected) => {
    expect(hasOtherSources(text)).toBe(expected);
  });
});
