import { render, screen } from '@testing-library/react';
import { FormError } from '../form-error';
import { Notice } from './notice';

describe('Notice', () => {
  it('interrupts for an error and waits for its turn otherwise', () => {
    render(
      <>
        <Notice tone="error" title="Unable to load campaign." />
        <Notice tone="success">Saved</Notice>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Unable to load campaign.');
    expect(screen.getByRole('status').textContent).toBe('Saved');
  });
});

describe('FormError', () => {
  it('renders nothing without a message, and the reason on a separate line', () => {
    const { rerender } = render(<FormError message={null} reason="ignored" />);
    expect(document.body.textContent).toBe('');
    rerender(<FormError message="Save failed" reason="The title is too long." />);
    expect(screen.getByText('Save failed')).toBeTruthy();
    expect(screen.getByText('The title is too long.')).toBeTruthy();
  });

  it('does not say the same sentence twice', () => {
    render(<FormError message="Save failed" reason="Save failed" />);
    expect(screen.getAllByText('Save failed')).toHaveLength(1);
  });
});
