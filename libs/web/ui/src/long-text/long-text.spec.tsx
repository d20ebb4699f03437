import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LongText } from './long-text';

it('collapses a long text, and expands it on request', async () => {
  render(<LongText text={'Line\n'.repeat(20)} />);
  const text = screen.getByText(/^Line/);
  const collapsed = text.className;
  const button = screen.getByRole('button', { name: 'Expand' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(text.className).not.toBe(collapsed);
});

it('shows a short text without a button', () => {
  render(<LongText text="The bell rings." />);
  expect(screen.getByText('The bell rings.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
