import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyableText } from '.';

describe('CopyableText', () => {
  it('copies, and says so in the words of the pressed button', async () => {
    const user = userEvent.setup();
    render(<CopyableText text="42" name="your user id" onRefused={jest.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Copy your user id' }));
    expect(await navigator.clipboard.readText()).toBe('42');
    const button = await screen.findByRole('button', { name: 'Copied your user id' });
    expect(button.querySelector('[aria-live]')?.textContent).toBe('Copied');
  });

  it('leaves the text selected where the browser refuses', async () => {
    const user = userEvent.setup({ writeToClipboard: false });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    Object.assign(document, { execCommand: () => false });
    const refused = jest.fn();
    render(<CopyableText text="42" onRefused={refused} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(refused).toHaveBeenCalled();
    expect(window.getSelection()?.toString()).toBe('42');
  });
});
