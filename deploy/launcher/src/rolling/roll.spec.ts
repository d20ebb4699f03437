import type { Part } from '../supervision/part';
import { roll } from './roll';

const spare: Part = { name: 'campaign-spare', start: () => Promise.reject(new Error('not here')) };

/** Fake supervisor that records the steps, and the number of serving processes at each. */
function supervising(states: Record<string, 'running' | 'held'>, broken?: string) {
  const happened: string[] = [];
  const started = (name: string) => {
    happened.push(name);
    if (name === broken) throw new Error(`${name} can't`);
  };
  return {
    happened,
    stateOf: (name: string) => states[name],
    add: async ({ name }: Part) => started(name),
    renew: async (name: string) => started(name),
    remove: async (name: string) => void happened.push(`${name} ends`),
  };
}
const group = {
  name: 'campaign',
  processes: ['campaign', 'campaign-2'],
  spare,
  isSpareKnown: async () => true,
};
const tell = () => undefined;

it('renews one after the other while another one stands in', async () => {
  const supervisor = supervising({ campaign: 'running', 'campaign-2': 'running' });
  await roll(group, supervisor, tell);
  expect(supervisor.happened).toEqual([
    'campaign-spare ends',
    'campaign-spare',
    'campaign',
    'campaign-2',
    'campaign-spare ends',
  ]);
});

it('touches nothing when what was built does not run', async () => {
  const supervisor = supervising({ campaign: 'running' }, 'campaign-spare');
  await expect(roll(group, supervisor, tell)).rejects.toThrow(
    /did not become ready, so all that ran before runs on as it was\. campaign-spare can't/,
  );
  expect(supervisor.happened).toEqual(['campaign-spare ends', 'campaign-spare']);
});

it('goes no further when one does not come back, and lets the other stand in', async () => {
  const supervisor = supervising({ campaign: 'running', 'campaign-2': 'running' }, 'campaign');
  await expect(roll(group, supervisor, tell)).rejects.toThrow(/campaign did not come back/);
  expect(supervisor.happened).toEqual(['campaign-spare ends', 'campaign-spare', 'campaign']);
});

it('leaves alone what somebody holds, and says so', async () => {
  const supervisor = supervising({ campaign: 'running', 'campaign-2': 'held' });
  const told: string[] = [];
  await roll(group, supervisor, (step) => told.push(step));
  expect(supervisor.happened).not.toContain('campaign-2');
  expect(told.at(-1)).toBe('campaign-2 did not run and was left alone');
  await expect(roll(group, supervising({}), tell)).rejects.toThrow(/does not run/);
});
