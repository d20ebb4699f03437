import { readArguments, UsageProblem } from './arguments';

const read = (line: string) =>
  readArguments(line.split(' ').filter(Boolean), ['auth', 'campaigns']);

it.each([
  ['campaigns', { do: 'ship', remote: 'campaigns' }],
  ['campaigns --to 10%', { do: 'canary', remote: 'campaigns', percent: 10 }],
  ['campaigns --to=5', { do: 'canary', remote: 'campaigns', percent: 5 }],
  ['campaigns --to 100%', { do: 'promote', remote: 'campaigns' }],
  ['auth --promote', { do: 'promote', remote: 'auth' }],
  ['auth --rollback', { do: 'rollback', remote: 'auth' }],
  ['auth --from dist', { do: 'ship', remote: 'auth', from: 'dist' }],
  ['status', { do: 'status' }],
  ['sweep', { do: 'sweep' }],
])('understands %j', (line, wanted) => {
  expect(read(line)).toEqual(wanted);
});

it.each([
  ['', 'Which remote?'],
  ['--rollback', 'Which remote?'],
  ['campagns', "no remote 'campagns'. Remotes: auth, campaigns."],
  ['campaigns --to', 'from 1% to 100%'],
  ['campaigns --to 0%', 'from 1% to 100%'],
  ['campaigns --to 101', 'from 1% to 100%'],
  ['campaigns --to ten', 'from 1% to 100%'],
  ['campaigns --from', 'the folder of a build'],
  ['campaigns --back', 'Unknown option --back'],
  ['campaigns --rollback now', 'Unknown: now'],
  ['campaigns --rollback now please', 'Too much: please'],
  ['status campaigns', 'status takes no options'],
])('refuses %j', (line, words) => {
  expect(() => read(line)).toThrow(UsageProblem);
  expect(() => read(line)).toThrow(words);
});
