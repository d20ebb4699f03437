import { act, fireEvent, render, screen } from '@testing-library/react';
import type { SessionUser } from '@tomekeeper/remote-kit';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { AccountMenu } from './account-menu';

const ada = { id: '1', email: 'ada@example.org', first_name: 'Ada', last_name: 'Stern' };

function show(user: SessionUser | undefined = ada) {
  const onSignOut = jest.fn();
  const { Link } = createFakeShell().routing;
  render(
    <>
      <AccountMenu user={user} Link={Link} onSignOut={onSignOut} />
      <p>elsewhere</p>
    </>,
  );
  const avatar = screen.getByRole('button', { name: /account menu/i });
  const isOpen = () => screen.queryByRole('menu') !== null;
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  return { avatar, isOpen, pass, onSignOut };
}

// Testing Library makes these from the over and out events, of which jsdom knows no pointer type.
const mouse = { pointerType: 'mouse' };
const enter = (element: Element) => fireEvent.pointerEnter(element, mouse);
const leave = (element: Element) => fireEvent.pointerLeave(element, mouse);

describe('the account menu', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    // jsdom has no PointerEvent of its own that carries the type.
    Object.defineProperty(window, 'PointerEvent', {
      configurable: true,
      value: class extends MouseEvent {
        readonly pointerType: string;
        constructor(type: string, init: PointerEventInit = {}) {
          super(type, init);
          this.pointerType = init.pointerType ?? '';
        }
      },
    });
  });
  afterEach(() => jest.useRealTimers());

  it('has the items Account and Log out', () => {
    const { avatar, onSignOut } = show();
    fireEvent.click(avatar);
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Account',
      'Log out',
    ]);
    expect(screen.getByRole('menuitem', { name: 'Account' }).getAttribute('href')).toBe('/account');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(onSignOut).toHaveBeenCalledTimes(1);
  });

  it('leads the people who run the installation to their page', () => {
    const { avatar } = show({ ...ada, groups: ['players', 'operators'] });
    fireEvent.click(avatar);
    const item = screen.getByRole('menuitem', { name: 'Operations' });
    expect(item.getAttribute('href')).toBe('/operations');
  });

  it('closes 300 ms after the pointer has left, not before, and not when it returns: "Account menu close delay"', () => {
    const { avatar, isOpen, pass } = show();
    enter(avatar);
    expect(isOpen()).toBe(true);
    leave(avatar);
    pass(200);
    enter(avatar);
    pass(500);
    expect(isOpen()).toBe(true);
    leave(avatar);
    pass(299);
    expect(isOpen()).toBe(true);
    pass(1);
    expect(isOpen()).toBe(false);
  });

  it('stays open on a click when hovering has opened it', () => {
    const { avatar, isOpen } = show();
    enter(avatar);
    fireEvent.click(avatar, { detail: 1 });
    expect(isOpen()).toBe(true);
  });

  it('closes on a press outside', () => {
    const { avatar, isOpen } = show();
    fireEvent.click(avatar);
    fireEvent.pointerDown(screen.getByText('elsewhere'));
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['Ada', 'Stern', 'AS'],
    ['𝓐da', '', '𝓐'],
    ['', '', 'A'],
  ])('shows initials: %p %p as %s', (first_name, last_name, initials) => {
    expect(show({ ...ada, first_name, last_name }).avatar.textContent).toBe(initials);
  });
});
