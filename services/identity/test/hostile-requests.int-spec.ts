import { sendHostileRequests } from './hostile-requests';
import { startIdentity, type RunningIdentity } from './running-identity';

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await startIdentity();
}, 60_000);
afterAll(() => identity.stop());

it('answers any request to any operation in the protocol, and never with a fault of its own', async () => {
  await expect(sendHostileRequests(identity, 10)).resolves.toBeUndefined();
}, 120_000);
