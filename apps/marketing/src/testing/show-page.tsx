import { StrictMode, type ComponentType } from 'react';
import { render, type RenderResult } from '@testing-library/react';
import { ShellProvider, type ShellApi } from '@tomekeeper/remote-kit';
import {
  createFakeShell,
  type FakeShell,
  type FakeShellOptions,
} from '@tomekeeper/remote-kit/testing';

/** Shell of a visitor. */
export const visitor = (options: FakeShellOptions = {}): FakeShell =>
  createFakeShell({ session: { status: 'signed-out' }, ...options });

/** Shows a page in React's strict mode. */
export function showPage(Page: ComponentType, shell: ShellApi): RenderResult {
  return render(
    <StrictMode>
      <ShellProvider value={shell}>
        <Page />
      </ShellProvider>
    </StrictMode>,
  );
}
