import { sendHostileRequests } from './hostile-requests';
import { startIdentity, type RunningIdentity } from './running-identity';

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await startIdentity();
}, 60_000);
afterAll(() => identity.stop());

it('bears tens of thousands of malformed requests', async () => {
  await expect(sendHostileRequests(identity, 600)).resolves.toBeUndefined();
}, 1_800_000);
