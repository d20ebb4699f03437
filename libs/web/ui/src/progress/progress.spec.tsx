import { render, screen } from '@testing-library/react';
import { Progress } from './progress';

describe('Progress', () => {
  it('says Starting… until a number is known', () => {
    render(<Progress label="Uploading map.pdf" />);
    const bar = screen.getByRole('progressbar', { name: 'Uploading map.pdf' });
    expect(screen.getByText('Starting…')).toBeTruthy();
    expect(bar.getAttribute('aria-valuenow')).toBeNull();
  });

  it.each([
    [0, '0%'],
    [41.6, '42%'],
    [100, '100%'],
    [104, '100%'],
  ])('shows %d as %s', (percent, words) => {
    render(<Progress label="Uploading map.pdf" percent={percent} />);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(words);
  });
});
