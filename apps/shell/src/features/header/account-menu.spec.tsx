import { fireEvent, render, screen } from '@testing-library/react';
import type { SessionUser } from '@tomekeeper/remote-kit';
import { createFakeShell } from '@tomekeeper/remote-kit/testing';
import { AccountMenu } from './account-menu';

const ada = { id: '1', email: 'ada@example.org', first_name: 'Ada', last_name: 'Stern' };

function show(user: SessionUser | undefined = ada) {
  const onSignOut = jest.fn();
  const { Link } = createFakeShell().routing;
  render(<AccountMenu user={user} Link={Link} onSignOut={onSignOut} />);
  return { avatar: screen.getByRole('button', { name: /account menu/i }), onSignOut };
}

describe('the account menu', () => {
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

  it.each([
    ['Ada', 'Stern', 'AS'],
    ['𝓐da', '', '𝓐'],
    ['', '', 'A'],
  ])('shows initials: %p %p as %s', (first_name, last_name, initials) => {
    expect(show({ ...ada, first_name, last_name }).avatar.textContent).toBe(initials);
  });
});
