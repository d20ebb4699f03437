import { shared } from '../product/shared-product';

interface Registry {
  remotes: { manifest: { routes: { path: string; access: string }[] } }[];
}

async function ask<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(shared.url + path)).json()) as Answer;
}

describe('6. Roles and permissions', () => {
  const routes = async (access: string) => {
    const { remotes } = await ask<Registry>('/registry/remotes.json');
    const all = remotes.flatMap(({ manifest }) => manifest.routes);
    return all.filter((route) => route.access === access).map(({ path }) => path);
  };

  it('Visitor (signed out): landing page, features, FAQ, contact, mailing-list verify and unsubscribe, login, signup. /home is not guarded.', async () => {
    expect(await routes('public')).toEqual(
      expect.arrayContaining([
        '/',
        '/features',
        '/faq',
        '/contact',
        '/verify-subscribe',
        '/unsubscribe',
        '/login',
        '/signup',
        '/home',
        '*',
      ]),
    );
  });

  it('Signed-in user: additionally account, campaign editor and app pages (guarded).', async () => {
    expect((await routes('guarded')).sort()).toEqual(
      expect.arrayContaining(['/account', '/app', '/campaigns/:id', '/campaigns/new']),
    );
  });

  it("Collaboration roles 'view' and 'edit' are marketing copy only; no such role exists in the behaviour.", async () => {
    const features = await (await fetch(`${shared.url}/features`)).text();
    expect(features).toMatch(/to view or to edit/);
    const api = JSON.stringify(await ask('/api/openapi.json'));
    expect(api).toContain('add-players');
    // Later roles have other names: a co-GM corresponds to the pages' 'edit', a player to 'view'.
    expect(api).not.toMatch(/"(roles|permission|permissions|view|edit)"/);
    expect(api).toContain('co_gm');
  });
});
