import { fireEvent, render, screen } from '@testing-library/react';
import { pageLoadId } from '../../reporting/report';
import { ContractMismatchError } from './loader/remote-loader';
import { UnavailablePanel } from './unavailable-panel';

describe('the panel in place of a remote', () => {
  it('retries automatically when the network is back', () => {
    const retry = jest.fn();
    render(<UnavailablePanel as="page" error={new Error('cut')} onRetry={retry} />);
    fireEvent(window, new Event('online'));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('shows the reference for support requests', () => {
    render(<UnavailablePanel as="page" error={new Error('cut')} onRetry={jest.fn()} />);
    expect(screen.getByText(/^Reference:/).textContent).toBe(`Reference: ${pageLoadId}`);
    expect(pageLoadId).toMatch(/^[a-z0-9]{4,8}$/);
  });

  it('does not where only a reload would help', () => {
    const retry = jest.fn();
    const error = new ContractMismatchError('documents', '^2.0');
    render(<UnavailablePanel as="widget" error={error} onRetry={retry} />);
    fireEvent(window, new Event('online'));
    expect(retry).not.toHaveBeenCalled();
  });
});
