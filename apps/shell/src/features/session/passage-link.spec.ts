import { keepPassageLink, withPassageLink } from './passage-link';

const PATH = '/campaigns/7/library/3?as=party';
const STORE = 'tomekeeper.passage-link';
const keep = (hash: string) =>
  keepPassageLink({ pathname: '/campaigns/7/library/3', search: '?as=party', hash });

beforeEach(() => sessionStorage.clear());

it('adds the passage to the page from which sign-in started, once', () => {
  keep('#p-0a1b');
  expect(withPassageLink('/home')).toBe('/home');
  expect(withPassageLink('/campaigns/7/library/3')).toBe('/campaigns/7/library/3');
  expect(withPassageLink(PATH)).toBe(`${PATH}#p-0a1b`);
  expect(withPassageLink(PATH)).toBe(PATH);
});

it.each(['', '#token', '#p-', '#p-<b>', `#p-${'a'.repeat(201)}`])(
  'stores no fragment %s',
  (hash) => {
    keep('#p-0a1b');
    keep(hash);
    expect(sessionStorage).toHaveLength(0);
    expect(withPassageLink(PATH)).toBe(PATH);
  },
);

it.each([
  `${PATH}#p-"onload`,
  `${PATH}#other`,
  `${PATH}//evil.example#p-1`,
  '//evil.example#p-1',
  PATH,
  '',
])('ignores a stored value such as %s', (stored) => {
  sessionStorage.setItem(STORE, stored);
  expect(withPassageLink(PATH)).toBe(PATH);
});

it('works without storage', () => {
  const getItem = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError');
  });
  expect(withPassageLink(PATH)).toBe(PATH);
  getItem.mockRestore();
});
