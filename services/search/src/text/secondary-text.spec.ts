import { isSecondary } from './secondary-text';

const paragraph = (text: string) => ({ kind: 'paragraph', text });

it.each([
  [{ kind: 'image', text: 'The Lich King' }],
  [paragraph('Figure 3: The Lich King on his throne')],
  [paragraph('Abb. 2 – Die Burg')],
  [paragraph('See also: Lich, Ghoul, Wight')],
  [paragraph('Siehe auch: Burg')],
  [paragraph('Illustration by A. Painter')],
])('recognizes %j', (passage) => {
  expect(isSecondary(passage)).toBe(true);
});

it.each([
  [paragraph('The Lich King rules the north.')],
  [paragraph('Table manners matter at the court.')],
  [paragraph('Sources of light burn for an hour.')],
  [{ kind: 'heading', text: 'References' }],
])('leaves %j', (passage) => {
  expect(isSecondary(passage)).toBe(false);
});

it('recognizes all text below a heading of references', () => {
  expect(isSecondary(paragraph('Lich, page 12'), 'References')).toBe(true);
  expect(isSecondary(paragraph('Lich, page 12'), 'The north')).toBe(false);
});
