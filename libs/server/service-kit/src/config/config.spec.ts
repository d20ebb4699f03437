import { origins } from './config';

it('reads the replicas of a service by comma, without paths', () => {
  expect(origins.parse('http://127.0.0.1:4001/')).toEqual(['http://127.0.0.1:4001']);
  expect(origins.parse('http://a:1, https://b.example')).toEqual([
    'http://a:1',
    'https://b.example',
  ]);
});

it.each(['', 'campaign', 'http://a,', 'ftp://a'])('refuses %p as a list of origins', (list) => {
  expect(origins.safeParse(list).success).toBe(false);
});
