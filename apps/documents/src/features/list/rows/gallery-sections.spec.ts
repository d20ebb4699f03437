import { documents } from '../../../testing/show-panel';
import { gallerySections } from './gallery-sections';

const [first, second, third, fourth] = documents(4) as [
  ReturnType<typeof documents>[number],
  ReturnType<typeof documents>[number],
  ReturnType<typeof documents>[number],
  ReturnType<typeof documents>[number],
];

it('groups documents by category, documents without one last', () => {
  const all = [
    first,
    { ...second, category: 'event' as const },
    { ...third, category: 'person' as const },
    { ...fourth, category: 'other' as const },
  ];
  expect(
    gallerySections(all).map(({ heading, documents: found }) => [
      heading,
      ...found.map(({ original_filename }) => original_filename),
    ]),
  ).toEqual([
    ['People', 'Page 3.md'],
    ['Events', 'Page 2.md'],
    ['Other', 'Page 1.md', 'Page 4.md'],
  ]);
});

it('has no heading where no document has a category', () => {
  expect(gallerySections([first, second])).toEqual([
    { category: 'other', heading: undefined, documents: [first, second] },
  ]);
  expect(gallerySections([])).toEqual([]);
});
