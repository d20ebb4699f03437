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

it('restarts processes sequentially while the spare process runs', async () => {
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

it('keeps all running processes if the new build does not start', async () => {
  const supervisor = supervising({ campaign: 'running' }, 'campaign-spare');
  await expect(roll(group, supervisor, tell)).rejects.toThrow(
    /did not become ready\. The previous processes keep running\. campaign-spare can't/,
  );
  expect(supervisor.happened).toEqual(['campaign-spare ends', 'campaign-spare']);
});

it('stops if a process does not restart, and keeps the spare process', async () => {
  const supervisor = supervising({ campaign: 'running', 'campaign-2': 'running' }, 'campaign');
  await expect(roll(group, supervisor, tell)).rejects.toThrow(/campaign did not restart/);
  expect(supervisor.happened).toEqual(['campaign-spare ends', 'campaign-spare', 'campaign']);
});

it('skips held processes and reports them', async () => {
  const supervisor = supervising({ campaign: 'running', 'campaign-2': 'held' });
  const told: string[] = [];
  await roll(group, supervisor, (step) => told.push(step));
  expect(supervisor.happened).not.toContain('campaign-2');
  expect(told.at(-1)).toBe('campaign-2 was not running and was skipped');
  await expect(roll(group, supervising({}), tell)).rejects.toThrow(/is not running/);
});
