import { act, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { lazyPage } from './lazy-page';

function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
const inPlace = (Page: ReturnType<typeof lazyPage>) => (
  <Suspense fallback="Loading…">
    <Page />
  </Suspense>
);

describe('a lazy page', () => {
  it('asks for its code when it is shown', async () => {
    const bring = jest.fn(async () => Counter);
    const Page = lazyPage(bring);
    expect(bring).not.toHaveBeenCalled();
    await act(async () => render(inPlace(Page)));
    await screen.findByRole('button');
    expect(bring).toHaveBeenCalledTimes(1);
  });

  it('is drawn at once when its code is there', async () => {
    const bring = jest.fn(async () => Counter);
    const Page = lazyPage(bring);
    await Page.load();
    render(inPlace(Page));
    screen.getByRole('button');
    expect(bring).toHaveBeenCalledTimes(1);
  });

  it('keeps its state when it is drawn again after its code has come', async () => {
    const Page = lazyPage(async () => Counter);
    const { rerender } = await act(async () => render(inPlace(Page)));
    await act(async () => (await screen.findByRole('button')).click());
    rerender(inPlace(Page));
    expect(screen.getByRole('button').textContent).toBe('1');
  });

  it('asks again for code that did not come', async () => {
    const bring = jest.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(Counter);
    const Page = lazyPage(bring);
    await expect(Page.load()).rejects.toThrow('away');
    await act(async () => render(inPlace(Page)));
    await screen.findByRole('button');
  });
});
