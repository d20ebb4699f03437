import { readinessReport, type Parts } from './product-readiness';

describe('the report of the whole', () => {
  it('shows each service and its parts', () => {
    expect(
      readinessReport({
        gateway: [{ shell: 'ok' }],
        campaign: [{ database: 'ok' }],
      }),
    ).toEqual({
      status: 'ok',
      parts: { gateway: 'ok', 'gateway.shell': 'ok', campaign: 'ok', 'campaign.database': 'ok' },
    });
  });

  it.each([
    [[undefined], { campaign: 'unavailable' }],
    [[{ database: 'unavailable' }], { campaign: 'ok', 'campaign.database': 'unavailable' }],
    [
      [undefined, undefined],
      { campaign: 'unavailable', 'campaign[1]': 'unavailable', 'campaign[2]': 'unavailable' },
    ],
    [
      [{ database: 'unavailable' }, undefined],
      {
        campaign: 'ok',
        'campaign.database': 'unavailable',
        'campaign[1]': 'ok',
        'campaign[1].database': 'unavailable',
        'campaign[2]': 'unavailable',
      },
    ],
  ])('is unavailable when a service or a part is: %j', (campaign, parts) => {
    expect(readinessReport({ campaign })).toEqual({
      status: 'unavailable',
      parts,
    });
  });

  it.each<[(Parts | undefined)[], Parts]>([
    [[{ database: 'ok' }, undefined], { 'campaign[1]': 'ok', 'campaign[2]': 'unavailable' }],
    [
      [{ database: 'ok', process: 'draining' }, { database: 'ok' }],
      {
        'campaign.process': 'ok',
        'campaign[1]': 'ok',
        'campaign[1].process': 'draining',
        'campaign[2]': 'ok',
      },
    ],
  ])('is degraded when another process does the work: %j', (campaign, parts) => {
    expect(readinessReport({ campaign })).toEqual({
      status: 'degraded',
      parts: { campaign: 'ok', 'campaign.database': 'ok', ...parts },
    });
  });
});
