import { screen } from '@testing-library/react';
import { fillIn } from '@tomekeeper/remote-kit/testing';
import { CODE, FakeUserPool } from '../../testing/fake-user-pool';
import { goneTo, MINA, showPage } from '../../testing/show-page';

const withLink = () => {
  const pool = new FakeUserPool().addAccount({ email: MINA.email });
  pool.formerAddresses.set('abc', MINA.email);
  return pool;
};
const NEXT = `/forgot-password?email=${encodeURIComponent(MINA.email)}`;
const undo = () => screen.getByRole('button', { name: 'Undo the change' });

it('asks before it undoes, and leads on to a new password with the code on its way', async () => {
  const { user, pool, shell, show, view } = await showPage('/undo-email-change?token=abc', {
    pool: withLink(),
  });
  expect(pool.calls).toEqual([]);
  await user.click(undo());
  expect(goneTo(shell)).toBe(NEXT);
  view.unmount();
  await show('/forgot-password');
  await fillIn(user, await screen.findByLabelText('Confirmation code'), CODE);
  await fillIn(user, screen.getByLabelText('New password'), 'Newbells8');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(pool.calls.slice(0, 3)).toEqual([
    'undoEmailChange abc',
    `requestPasswordReset ${MINA.email}`,
    `confirmPasswordReset ${MINA.email}`,
  ]);
});

it('leads on all the same when no code could be sent: the next page offers to send one', async () => {
  const pool = withLink().failNext('requestPasswordReset', 'LimitExceededException', 'Not now.');
  const { user, shell, show, view } = await showPage('/undo-email-change?token=abc', { pool });
  await user.click(undo());
  expect(goneTo(shell)).toBe(NEXT);
  view.unmount();
  await show('/forgot-password');
  expect(screen.getByRole('button', { name: 'Send the code' })).toBeTruthy();
});

it('signs out the current user, because all sessions have ended', async () => {
  const { user, shell } = await showPage('/undo-email-change?token=abc', {
    pool: withLink(),
    session: { status: 'signed-in', user: MINA },
  });
  await user.click(undo());
  expect(shell.session.current().status).toBe('signed-out');
  expect(goneTo(shell)).toBe(NEXT);
});

it('explains spent and incomplete links, and shows a contact address', async () => {
  const { user, view } = await showPage('/undo-email-change?token=old');
  await user.click(undo());
  await screen.findByText('This link has been used already.');
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull();
  expect(screen.getByRole('link', { name: 'write to us' })).toBeTruthy();
  view.unmount();
  await showPage('/undo-email-change');
  await screen.findByText(/This link is incomplete/);
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull();
});

it('can be tried again when only the way there failed', async () => {
  const pool = withLink().failNext('undoEmailChange', 'NetworkError', 'Network Error');
  const { user, shell } = await showPage('/undo-email-change?token=abc', { pool });
  await user.click(undo());
  await screen.findByText('Network Error');
  await user.click(undo());
  expect(goneTo(shell)).toBe(NEXT);
});
