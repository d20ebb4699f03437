import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu, MenuItem, menuItemClass } from '.';

function AccountMenu({ logOut = () => undefined }: { logOut?: () => void }) {
  return (
    <>
      <Menu label="Your account" trigger="MH" openOnHover>
        <a href="#account" role="menuitem" tabIndex={-1} className={menuItemClass}>
          Account
        </a>
        <MenuItem onClick={logOut}>Log out</MenuItem>
      </Menu>
      <input aria-label="Elsewhere" />
    </>
  );
}

const trigger = () => screen.getByRole('button', { name: 'Your account' });
const focused = () => document.activeElement?.textContent;

describe('Menu', () => {
  it('is used by keyboard alone', async () => {
    const logOut = jest.fn();
    render(<AccountMenu logOut={logOut} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Account');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Log out');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Account');
    await userEvent.keyboard('{End}{Home}{ArrowUp}');
    expect(focused()).toBe('Log out');
    await userEvent.keyboard('a');
    expect(focused()).toBe('Account');
    await userEvent.keyboard('l{Enter}');

    expect(logOut).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('closes on Escape with the focus back on its button', async () => {
    render(<AccountMenu />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe('Account');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger());
    expect(trigger().getAttribute('aria-expanded')).toBe('false');
  });

  it('closes on a press outside and when tabbed out of', async () => {
    render(<AccountMenu />);
    await userEvent.click(trigger());
    await userEvent.click(screen.getByLabelText('Elsewhere'));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).not.toBe(screen.getByLabelText('Elsewhere'));
    await userEvent.click(screen.getByLabelText('Elsewhere'));
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));

    await userEvent.click(trigger());
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.tab();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens by press and closes by press', async () => {
    render(<AccountMenu />);
    await userEvent.pointer({ keys: '[TouchA]', target: trigger() });
    expect(screen.getByRole('menu', { name: 'Your account' })).toBeTruthy();
    await userEvent.pointer({ keys: '[TouchA]', target: trigger() });
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it.each([
    ['beyond the left edge', { left: -56, right: 136 }, '64px'],
    ['beyond the right edge', { left: 900, right: 1092 }, '-76px'],
    ['within', { left: 300, right: 500 }, '0px'],
  ])('is moved into the window where it would stand %s', async (_, place, shift) => {
    jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1024);
    const measured = jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockReturnValue({ top: 0, bottom: 0, height: 0, ...place } as DOMRect);
    render(<AccountMenu />);
    await userEvent.click(trigger());
    expect(screen.getByRole('menu').style.translate).toBe(shift);
    measured.mockRestore();
  });

  it('ends above the bar at the lower edge, and scrolls', async () => {
    document.documentElement.style.setProperty('--dock-height', '60px');
    const measured = jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockReturnValue({ top: 100, bottom: 144, height: 700, left: 300, right: 500 } as DOMRect);
    render(<AccountMenu />);
    await userEvent.click(trigger());
    expect(screen.getByRole('menu').style.maxHeight).toBe(
      `${window.innerHeight - 144 - 60 - 16}px`,
    );
    measured.mockRestore();
    document.documentElement.style.removeProperty('--dock-height');
  });

  describe('by hover', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    const enter = () => fireEvent.pointerEnter(trigger(), { pointerType: 'mouse' });
    const leave = () =>
      fireEvent.pointerLeave(trigger().parentElement ?? trigger(), { pointerType: 'mouse' });
    const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

    it('closes 300 ms after the mouse has left, not before', () => {
      render(<AccountMenu />);
      enter();
      expect(screen.getByRole('menu')).toBeTruthy();
      leave();
      wait(299);
      expect(screen.getByRole('menu')).toBeTruthy();
      wait(1);
      expect(screen.queryByRole('menu')).toBeNull();
    });

    it('stays when the mouse comes back in time', () => {
      render(<AccountMenu />);
      enter();
      leave();
      wait(200);
      enter();
      wait(1000);
      expect(screen.getByRole('menu')).toBeTruthy();
    });

    it('stays open on a click, and takes no focus from a field', () => {
      render(<AccountMenu />);
      const field = screen.getByLabelText('Elsewhere');
      field.focus();
      enter();
      expect(document.activeElement).toBe(field);
      fireEvent.click(trigger(), { detail: 1 });
      expect(screen.getByRole('menu')).toBeTruthy();
    });
  });
});
