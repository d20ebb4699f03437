import { useEffect } from 'react';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import {
  createFakeShell,
  fakePerson,
  type FakeServer,
  type FakeShellOptions,
} from '@tomekeeper/remote-kit/testing';
import { createBetweenScreensStore } from '../features/session/auth-tools';
import { createPages } from '../pages';
import { FakeUserPool } from './fake-user-pool';

export const MINA = fakePerson('Mina');

/**
 * Shows the page of an address as the shell would, with the shell and the user pool in the test's
 * hands. There is no session unless the options give one.
 */
export async function showPage(
  path: string,
  {
    pool = new FakeUserPool(),
    serve,
    invite,
    ...options
  }: FakeShellOptions & {
    pool?: FakeUserPool;
    serve?: (server: FakeServer) => void;
    /** Token of the invite that the page displays. */
    invite?: string;
  } = {},
) {
  const shell = createFakeShell({ session: { status: 'signed-out' }, ...options, path });
  if (invite !== undefined)
    Object.assign(shell, {
      Widget: ({ props }: { props: WidgetProps['campaigns.invite-notice'] }) => {
        useEffect(() => props.onShown?.(invite));
        return null;
      },
    });
  serve?.(shell.server);
  pool.onSignedIn = () => act(() => shell.session.signIn(MINA));
  const signOutsAsked: string[] = [];
  const tools = {
    loadPool: async () => pool,
    loadSecurity: async () => pool.security,
    betweenScreens: createBetweenScreensStore(),
    commonPasswordKeys: async (part: number) => pool.commonPasswordKeys(part),
    undoEmailChange: async (token: string) => pool.undoEmailChange(token),
    endEverywhereNext: () => void signOutsAsked.push('everywhere'),
  };
  const pages = createPages(shell, tools);
  const show = async (pathname: string) => {
    const found = pages.routes.find((route) => route.path === pathname);
    if (!found) throw new Error(`No page for ${pathname}.`);
    const { Page } = found;
    const view = render(<Page />);
    await screen.findByRole('heading', { level: 1 });
    return view;
  };
  const view = await show(pathOf(path));
  const user = userEvent.setup({ delay: null });
  return { shell, pool, user, tools, view, show, signOutsAsked };
}

const pathOf = (path: string) => new URL(path, 'http://product.test').pathname;

/** Where the page has gone, last. */
export const goneTo = (shell: { routing: { navigations: readonly { to: string }[] } }) =>
  shell.routing.navigations.at(-1)?.to;
