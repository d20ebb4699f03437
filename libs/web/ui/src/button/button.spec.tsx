import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FormEvent } from 'react';
import { Button } from './button';

describe('Button', () => {
  it('never submits twice while busy, be it by press or by Enter in a field', async () => {
    const submit = jest.fn();
    function Form() {
      const [saving, setSaving] = useState(false);
      const save = (event: FormEvent) => {
        event.preventDefault();
        submit();
        setSaving(true);
      };
      return (
        <form onSubmit={save}>
          <input aria-label="Title" />
          <Button type="submit" busy={saving && 'Saving…'}>
            Save
          </Button>
        </form>
      );
    }
    render(<Form />);

    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
    await userEvent.type(screen.getByLabelText('Title'), 'Strahd{Enter}');

    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('shows its progress and keeps the focus while busy', async () => {
    const { rerender } = render(<Button>Save</Button>);
    await userEvent.tab();

    rerender(<Button busy="Saving…">Save</Button>);

    const button = screen.getByRole('button', { name: 'Saving…' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  it('is a live region only while it has the focus, so that many of them are not many', async () => {
    render(
      <>
        <Button>Hide</Button>
        <Button>Delete</Button>
      </>,
    );
    const regions = () =>
      Array.from(document.querySelectorAll('[aria-live]'), ({ textContent }) => textContent);
    expect(regions()).toEqual([]);
    await userEvent.tab();
    expect(regions()).toEqual(['Hide']);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(regions()).toEqual(['Delete']);
  });

  it('submits only if its type is submit', async () => {
    const submit = jest.fn((event: FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button>Cancel</Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });
});
