import { render, screen } from '@testing-library/react';
import { Audience } from '../audience';
import { Checkbox } from '../checkbox';
import { FormError } from '../form-error';
import { Section } from '../section';
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
  it('shows nothing without a message, and the reason on a line of its own', () => {
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

describe('Audience', () => {
  it('says it in a word, with the eye silent', () => {
    render(<Audience kind="spoilers" />);
    expect(screen.getByText('Spoilers')).toBeTruthy();
    expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('Checkbox', () => {
  it('is found by its label and described', () => {
    render(<Checkbox label="Contains spoilers" description="Players won't see it." />);
    const box = screen.getByRole('checkbox', { name: 'Contains spoilers' });
    const description = document.getElementById(box.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe("Players won't see it.");
  });
});

describe('Section', () => {
  it('is a region named by its second heading', () => {
    render(<Section title="Players" />);
    expect(screen.getByRole('region', { name: 'Players' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Players' })).toBeTruthy();
  });
});
