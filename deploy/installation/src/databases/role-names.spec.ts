import { isMadeFor, prefixFor, roleName, rolePrefix } from './role-names';

describe('names of roles', () => {
  it('begin like the database', () => {
    expect(prefixFor('tomekeeper')).toBe('tk_tomekeeper');
    expect(roleName(prefixFor('tomes'), 'identity')).toBe('tk_tomes_identity');
  });

  it.each(['Tomes', 'tomes-2', 'täler', 'd'.repeat(63), `${'d'.repeat(62)}e`])(
    'are names of their own for the database %s, and short enough',
    (database) => {
      const others = ['tomes', 'tomes_2', 't_ler', 'd'.repeat(62)].map(prefixFor);
      expect(others).not.toContain(prefixFor(database));
      expect(rolePrefix.safeParse(prefixFor(database)).success).toBe(true);
      expect(Buffer.byteLength(roleName(prefixFor(database), 'identity'))).toBeLessThanOrEqual(63);
    },
  );

  it('tell whose they are', () => {
    expect(isMadeFor('campaign', 'tk_campaign')).toBe(true);
    expect(isMadeFor('campaign', 'tk_tomes_campaign')).toBe(true);
    for (const other of ['tk_document', 'campaign', 'app_campaign', 'tk_admin'])
      expect(isMadeFor('campaign', other)).toBe(false);
  });
});
