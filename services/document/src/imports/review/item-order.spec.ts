import { byFolderAndTitle } from './item-order';

it('orders items by folder, then by title, with numbers as numbers', () => {
  const paths = [
    'Places/Session 10.md',
    'Places/Session 2.md',
    'Places 2/Inn.md',
    'Places/North/Ford.md',
    'Zoo.md',
    'Part 10/a.md',
    'Part 9/a.md',
    'Places/érable.md',
  ];
  const items = paths.map((path, number) => ({
    ...{ number, path },
    title: path.split('/').at(-1)!.replace('.md', ''),
  }));
  expect(items.sort(byFolderAndTitle).map(({ path }) => path)).toEqual([
    'Zoo.md',
    'Part 9/a.md',
    'Part 10/a.md',
    'Places/érable.md',
    'Places/Session 2.md',
    'Places/Session 10.md',
    'Places/North/Ford.md',
    'Places 2/Inn.md',
  ]);
});

it('keeps the order of the source for equal names', () => {
  const items = [2, 1].map((number) => ({ number, path: 'a.md', title: 'a' }));
  expect(items.sort(byFolderAndTitle).map(({ number }) => number)).toEqual([1, 2]);
});
