import { render, screen } from '@testing-library/react';
import type { Passage } from '../../documents-api/passages-api';
import { PassageContent } from './passage-view';

const item = (marker: string | undefined): Passage => ({
  id: 'a',
  kind: 'list_item',
  depth: 0,
  text: 'Rope',
  content: { inlines: [{ text: 'Rope' }], ...(marker && { marker }) },
});

it.each([
  ['☑', 'checked'],
  ['☐', 'not checked'],
])('draws %s as a box that screen readers call %s', (marker, name) => {
  render(<PassageContent passage={item(marker)} />);
  const box = screen.getByRole('img', { name });
  expect(box.className).toContain('checkBox');
  // Remains part of copied text.
  expect(box.textContent).toBe(marker);
});

it('keeps numbers and bullets as text', () => {
  render(<PassageContent passage={item('3.')} />);
  expect(screen.getByText('3.').getAttribute('aria-hidden')).toBeNull();
  render(<PassageContent passage={item(undefined)} />);
  expect(screen.getByText('•').getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('img')).toBeNull();
});
