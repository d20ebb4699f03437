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

  it('narrows down by any part of the name, whatever the case', async () => {
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
});
