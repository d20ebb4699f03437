import { sendHostileRequests } from './hostile-requests';
import { runningIdentity } from './running-identity';

const identity = runningIdentity();

it('bears tens of thousands of malformed requests', async () => {
  await expect(sendHostileRequests(identity, 600)).resolves.toBeUndefined();
}, 1_800_000);
