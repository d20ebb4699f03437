import { draftsRequest } from './drafts';

const campaign = '00000000-0000-4000-8000-00000000000A';

it('needs a document to sum up, and none for hooks', () => {
  expect(draftsRequest.parse({ campaign, kind: 'hooks' })).toEqual({
    campaign: campaign.toLowerCase(),
    kind: 'hooks',
  });
  const { error } = draftsRequest.safeParse({ campaign, kind: 'summary' });
  expect(error?.issues).toMatchObject([
    { path: ['document'], message: 'Name the document to sum up.' },
  ]);
});
