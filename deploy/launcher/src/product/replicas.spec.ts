import { belongsTo, parseReplicas, processNames } from './replicas';

const KNOWN = ['campaign', 'mailing', 'campaign-worker', 'mailing-worker'];
const parse = (text: string) => parseReplicas(text, KNOWN);

it('reads how many there are of each', () => {
  expect(Object.fromEntries(parse(' campaign=2, mailing-worker=16 '))).toEqual({
    campaign: 2,
    'mailing-worker': 16,
  });
  expect(parse('').size).toBe(0);
});

it.each([
  ['dragon=2', /dragon=2 can't be used: the names are campaign, mailing, campaign-worker/],
  ['gateway=2', /the gateway is the one that listens on PORT/],
  ['campaign', /the names are/],
  ['campaign=', /campaign needs a number from 1 to 16/],
  ['campaign=0', /campaign needs a number from 1 to 16/],
  ['campaign=17', /campaign needs a number from 1 to 16/],
  ['campaign=two', /campaign needs a number from 1 to 16/],
  ['campaign=2,campaign=3', /campaign is named twice/],
])('says what is wrong with %s', (text, sentence) => {
  expect(() => parse(text)).toThrow(sentence);
});

it('calls the first one by the name of all', () => {
  const replicas = parse('campaign=3');
  expect(processNames('campaign', replicas)).toEqual(['campaign', 'campaign-2', 'campaign-3']);
  expect(processNames('mailing', replicas)).toEqual(['mailing']);
});

it('knows the processes of a service by their names', () => {
  const all = [
    'campaign',
    'campaign-2',
    'campaign-worker',
    'campaign-worker-3',
    'campaigns',
    'mailing',
  ];
  expect(all.filter((process) => belongsTo('campaign', process))).toEqual(all.slice(0, 4));
});
