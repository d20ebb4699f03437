import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import { callApi, newUser, storedToken, userId, type Tab } from '../product/person';
import { shared } from '../product/shared-product';
import { expectFair } from './fair-answer';
import { bodiesNear, hostileRequests, notCredentials } from './hostile-requests';
import { readOperations, type ApiOperation } from './operations';
import { closeConnections, send, type RawAnswer, type RawRequest } from './raw-request';
import { userPoolOperations } from './user-pool-operations';

interface Fed {
  campaign: string;
  ids: string[];
}

let owner: Tab, player: Tab;
let kept: Fed, given: Fed;
let operations: ApiOperation[];

const property = <Value>(arbitrary: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, check), propertyRuns(4));

/** Sends a request and checks the requirements for every response. */
async function fairly(request: RawRequest): Promise<RawAnswer> {
  const answer = await send(shared.url, request);
  expectFair(request, answer);
  return answer;
}

/** A campaign with a player, a document for all and one for the game master alone. */
async function campaignWithDocuments(title: string): Promise<Fed> {
  const campaign = await newCampaign(owner, title, await userId(player));
  const documents = [
    await uploadFile(owner, { campaign, name: 'Rules.txt', content: 'Be kind.' }),
    await uploadFile(owner, { campaign, name: 'Lich.txt', content: 'He did it.', spoiler: true }),
  ];
  return { campaign, ids: [campaign, ...documents.map(({ id }) => id)] };
}

async function stateOf({ campaign }: Fed): Promise<unknown> {
  const answers = [
    await callApi(owner, 'GET', `/api/campaigns/${campaign}/`),
    await callApi(owner, 'GET', `/api/documents/?campaign=${campaign}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  // The progress of text extraction changes on its own.
  const text = JSON.stringify(answers.map(({ body }) => body)).replace(
    /,"text_(state|progress|pages)":("\w+"|\d+)/g,
    '',
  );
  // People can choose any name, and some inputs change it.
  return (JSON.parse(text) as object[]).map((body) => ({ ...body, people: undefined }));
}

beforeAll(async () => {
  owner = await newUser('Gerda', 'Moss');
  player = await newUser('Pia', 'Reed');
  kept = await campaignWithDocuments('The Kept Court');
  given = await campaignWithDocuments('The Given Court');
  operations = await readOperations(shared.url);
});
afterAll(async () => {
  closeConnections();
  for (const each of [owner, player]) await each?.context.close();
  await closeBrowser();
});

describe('every operation of the OpenAPI document bears hostile input', () => {
  /** Sends hostile input to all operations; valid input may change data. */
  async function feed(
    target: Fed,
    ids: (operation: ApiOperation) => readonly string[],
    credential: (operation: ApiOperation) => fc.Arbitrary<string | undefined>,
  ): Promise<Set<number>> {
    const statuses = new Set<number>();
    for (const operation of operations) {
      const { body } = operation;
      const aimed = body && 'campaign' in body ? { ...body, campaign: target.campaign } : body;
      const requests = hostileRequests({ ...operation, body: aimed }, ids(operation));
      await property(fc.tuple(requests, credential(operation)), async ([request, header]) => {
        const headers = { ...request.headers, ...(header ? { authorization: header } : {}) };
        statuses.add((await fairly({ ...request, headers })).status);
      });
    }
    return statuses;
  }

  it('from a visitor, who changes nothing', async () => {
    const before = await stateOf(kept);
    const statuses = await feed(
      kept,
      () => kept.ids,
      () => notCredentials,
    );
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401]));
    expect(await stateOf(kept)).toEqual(before);
  });

  it('from a player, who changes nothing of the campaign', async () => {
    const before = await stateOf(kept);
    const token = `Bearer ${await storedToken(player, 'idToken')}`;
    const statuses = await feed(
      kept,
      () => kept.ids,
      (operation) => fc.constant(signsOut(operation) ? undefined : token),
    );
    expect([...statuses]).toEqual(expect.arrayContaining([400, 404]));
    expect(await stateOf(kept)).toEqual(before);
  });

  it('from the owner, without changes to the other campaign', async () => {
    const before = await stateOf(kept);
    const token = `Bearer ${await storedToken(owner, 'idToken')}`;
    const statuses = await feed(
      given,
      // A DELETE of an existing resource is valid regardless of its body.
      ({ method }) => (method === 'DELETE' ? [] : given.ids),
      (operation) => fc.constant(signsOut(operation) ? undefined : token),
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
    expect(await stateOf(kept)).toEqual(before);
    await stateOf(given); // pages can render all stored input
  });

  it('and answers a method that it does not have with 405', async () => {
    for (const { path } of operations) {
      const has = operations.filter((one) => one.path === path).map(({ method }) => method);
      const method = ['PUT', 'PATCH', 'DELETE'].find((one) => !has.includes(one)) ?? 'TRACE';
      const request = { method, path: path.replace(/\{\w+\}/g, kept.campaign), headers: {} };
      expect([method, path, (await fairly(request)).status]).toEqual([method, path, 405]);
    }
  });

  // With a real token this operation would end the session of the test run.
  const signsOut = ({ path }: ApiOperation) => path === '/api/logout';
});

describe('the user pool bears hostile input', () => {
  const PREFIX = 'AWSCognitoIdentityProviderService.';
  let clientId: string;
  let accessToken: string;

  beforeAll(async () => {
    const config = await fetch(`${shared.url}/config.json`);
    const { identity } = (await config.json()) as { identity: { user_pool_client_id: string } };
    clientId = identity.user_pool_client_id;
    accessToken = await storedToken(player, 'accessToken');
  });

  const call = (target: string, body: Buffer): RawRequest => ({
    method: 'POST',
    path: '/idp',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    body,
  });

  it.each(Object.entries(userPoolOperations))('%s', async (name, shape) => {
    const good = {
      ...shape,
      ...('ClientId' in shape ? { ClientId: clientId } : {}),
      ...(shape['AccessToken'] === 'token' ? { AccessToken: accessToken } : {}),
    };
    await property(bodiesNear(good), async (body) => {
      const answer = await fairly(call(`${PREFIX}${name}`, body));
      expect(answer.text).not.toContain('UnknownOperationException');
    });
  });

  it('for every operation', async () => {
    const targets = ['', 'GetUser', `${PREFIX}`, `${PREFIX}__proto__`, `${PREFIX}constructor`];
    for (const target of [...targets, `${PREFIX}${'A'.repeat(5000)}`, `${PREFIX}SignUp;x`])
      expect((await fairly(call(target, Buffer.from('{}')))).status).toBe(400);
  });

  it('and does not sign out or lock out anyone', async () => {
    for (const each of [owner, player])
      expect(await callApi(each, 'GET', '/api/me/')).toMatchObject({ status: 200 });
  });
});
