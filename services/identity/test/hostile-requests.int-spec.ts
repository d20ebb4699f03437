import { sendHostileRequests } from './hostile-requests';
import { runningIdentity } from './running-identity';

const identity = runningIdentity();

it('answers any request to any operation in the protocol, and never with a fault of its own', async () => {
  await expect(sendHostileRequests(identity, 10)).resolves.toBeUndefined();
}, 120_000);
