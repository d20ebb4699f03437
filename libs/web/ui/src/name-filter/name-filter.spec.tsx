import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { NameFilter } from './name-filter';

function Names({ count }: { count: number }) {
  const [value, setValue] = useState('');
  const items = Array.from({ length: count }, (_, index) => `Session ${index + 1}`);
  return (
    <NameFilter items={items} nameOf={String} noun="session" value={value} onChange={setValue}>
      {(found) => <p>{found.join(', ')}</p>}
    </NameFilter>
  );
}

describe('NameFilter', () => {
  it('stays away while there is no more than a handful', () => {
    render(<Names count={6} />);
    expect(screen.queryByLabelText('Filter by name')).toBeNull();
    expect(screen.getByText(/Session 6/)).toBeTruthy();
  });

  it('filters by any part of the name, ignoring case', async () => {
    const user = userEvent.setup();
    render(<Names count={12} />);
    await user.type(screen.getByLabelText('Filter by name'), ' SESSION 1');
    expect(screen.getByText('Session 1, Session 10, Session 11, Session 12')).toBeTruthy();
  });

  it('says when nothing is called so', async () => {
    const user = userEvent.setup();
    render(<Names count={7} />);
    await user.type(screen.getByLabelText('Filter by name'), 'dragon');
    expect(screen.getByRole('status').textContent).toBe('No session is called “dragon”.');
  });

  it('is there from fewer on where a list says so', () => {
    const names = { items: ['One', 'Two'], nameOf: String, noun: 'name', value: '' };
    const { rerender } = render(
      <NameFilter {...names} onChange={() => {}} offeredFrom={2}>
        {() => null}
      </NameFilter>,
    );
    expect(screen.getByLabelText('Filter by name')).toBeTruthy();
    rerender(
      <NameFilter {...names} onChange={() => {}} offeredFrom={3}>
        {() => null}
      </NameFilter>,
    );
    expect(screen.queryByLabelText('Filter by name')).toBeNull();
  });

  it('opens and closes its tools where they do not stand open, and leaves them open while they are in use', async () => {
    const user = userEvent.setup();
    const names = { items: ['One', 'Two'], nameOf: String, noun: 'name', value: '' };
    const filter = (toolsInUse: boolean) => (
      <NameFilter
        {...names}
        onChange={() => {}}
        offeredFrom={2}
        tools={<p>Sort by</p>}
        toolsInUse={toolsInUse}
      >
        {() => null}
      </NameFilter>
    );
    const { rerender } = render(filter(false));
    const ask = screen.getByRole('button', { name: 'Sort and filter' });
    const tools = screen.getByText('Sort by').parentElement!;
    expect([ask.getAttribute('aria-expanded'), tools.dataset['open']]).toEqual(['false', 'false']);
    expect(ask.getAttribute('aria-controls')).toBe(tools.id);
    await user.click(ask);
    expect([ask.getAttribute('aria-expanded'), tools.dataset['open']]).toEqual(['true', 'true']);
    await user.click(ask);
    rerender(filter(true));
    expect(tools.dataset['open']).toBe('true');
    expect(screen.queryByRole('button', { name: 'Sort and filter' })).toBeNull();
  });
});
