import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField, TextAreaField, TextField } from '.';

function describedBy(control: HTMLElement): string {
  return (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? `(no element ${id})`)
    .join(' | ');
}

describe('TextField', () => {
  it('is found by its label and described by its description', () => {
    render(<TextField label="Email" description="We send a code there." />);
    const input = screen.getByLabelText('Email');
    expect(describedBy(input)).toBe('We send a code there.');
    expect(input.getAttribute('aria-invalid')).toBeNull();
  });

  it('announces an error that appears and ties it to the control', () => {
    const { rerender } = render(<TextField label="Email" />);
    const live = document.querySelector('[aria-live]');
    expect(live?.textContent).toBe('');

    rerender(<TextField label="Email" error={['Enter a valid e-mail address.', 'It is long.']} />);

    const input = screen.getByLabelText('Email');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(input)).toContain('Enter a valid e-mail address.');
    expect(describedBy(input)).toContain('It is long.');
    // Must be the same element: screen readers announce only changes within an existing live region.
    expect(live?.isConnected).toBe(true);
    expect(live?.textContent).toContain('Enter a valid e-mail address.');
  });

  it('keeps the label free of the word optional, so that it can be found by its name', () => {
    render(<TextAreaField label="Subject" optional />);
    expect(describedBy(screen.getByLabelText('Subject'))).toBe('optional');
  });
});

describe('PasswordField', () => {
  it('hides the password until it is shown on request', async () => {
    render(<PasswordField label="Password" autoComplete="current-password" />);
    const input = screen.getByLabelText('Password');
    await userEvent.type(input, 'Candle1light');
    expect(input.getAttribute('type')).toBe('password');

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');

    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});
