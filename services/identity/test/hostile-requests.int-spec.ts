import { sendHostileRequests } from './hostile-requests';
import { runningIdentity } from './running-identity';

const identity = runningIdentity();

it('responds to any request to any operation within the protocol, and never with an internal error', async () => {
  await expect(sendHostileRequests(identity, 10)).resolves.toBeUndefined();
});
