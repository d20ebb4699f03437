import { act, render } from '@testing-library/react';
import type { AppHistory, HistoryEntry } from './history';
import { useScrollAndFocus } from './scroll-and-focus';

function Page({ hash }: { hash: string }) {
  const place = { pathname: '/', search: '', hash, key: 'first', by: 'start' } as HistoryEntry;
  useScrollAndFocus({ place: () => place } as AppHistory, place, () => undefined);
  return null;
}

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = jest.fn();
});

it('opens a page whose hash is not encoded correctly', () => {
  expect(() => render(<Page hash="#%" />)).not.toThrow();
});

it('focuses the element of a hash once the page has loaded it', async () => {
  render(<Page hash="#the%20part" />);
  const part = document.createElement('section');
  part.id = 'the part';
  part.tabIndex = -1;
  document.body.append(part);
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(part);
});
