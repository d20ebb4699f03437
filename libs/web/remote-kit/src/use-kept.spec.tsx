import { fireEvent, render, screen } from '@testing-library/react';
import { forgetKept } from './kept-store';
import { ShellProvider } from './shell-context';
import { createFakeShell } from './testing';
import { useKept } from './use-kept';

function Filter() {
  const [text, setText] = useKept('filter');
  return (
    <input aria-label="Filter" value={text} onChange={({ target }) => setText(target.value)} />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Filter');

describe('useKept', () => {
  const shell = createFakeShell();
  const show = () =>
    render(
      <ShellProvider value={shell}>
        <Filter />
      </ShellProvider>,
    );

  it('brings the text back with its entry of the history, and with that alone', () => {
    const page = show();
    fireEvent.change(field(), { target: { value: 'salt' } });
    page.unmount();
    const again = show();
    expect(field().value).toBe('salt');
    again.unmount();
    shell.routing.navigate('/home');
    show();
    expect(field().value).toBe('');
  });

  it('brings nothing back once it is forgotten, and does without storage', () => {
    const page = show();
    fireEvent.change(field(), { target: { value: 'salt' } });
    page.unmount();
    forgetKept();
    show();
    expect(field().value).toBe('');
    const closed = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('closed');
    });
    fireEvent.change(field(), { target: { value: 'road' } });
    expect(field().value).toBe('road');
    closed.mockRestore();
  });
});
