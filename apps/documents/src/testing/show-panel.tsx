import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  answer,
  createFakeShell,
  fakePerson,
  type FakeShellOptions,
} from '@tomekeeper/remote-kit/testing';
import type { Document } from '../features/documents-api/documents-api';
import { create } from '../remote';
import { FakeViewport } from './fake-viewport';
import { answerDocuments } from './answer-documents';

export const campaignId = '7b0f4e6a-21f5-4d0c-9a52-3a6f6f1f7f01';
const gm = fakePerson('Mina');

const document = (number: number, name: string, is_spoilers: boolean): Document => ({
  id: `5d3c1f70-6a0f-4f0e-8f43-0000000000${String(number).padStart(2, '0')}`,
  campaign: campaignId,
  original_filename: name,
  s3_key: `campaigns/strahd/${number}`,
  is_spoilers,
  created_at: '2026-11-20T20:15:00.000Z',
  kind: 'file',
  title: name,
});

export const deathHouse = document(1, 'Death House.pdf', true);
export const map = document(2, 'Map of Barovia.png', false);

export const documents = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => document(index + 10, `Page ${index + 1}.md`, false));

export const SPOILER_CHECK = 'POST /api/documents/spoiler-check/';

interface PanelOptions extends FakeShellOptions {
  isOwner?: boolean;
  role?: 'owner' | 'co_gm' | 'player';
  list?: readonly Document[];
}

/** Renders the panel as the shell does, outside the viewport. */
export function showPanel({
  role,
  isOwner = role === undefined,
  list = [deathHouse, map],
  ...options
}: PanelOptions) {
  const viewport = new FakeViewport();
  viewport.install();
  const shell = createFakeShell({ session: { status: 'signed-in', user: gm }, ...options });
  shell.server
    .on('GET /api/documents/', answerDocuments(list))
    .on(SPOILER_CHECK, () => answer({ names: [] }));
  const remote = create(shell);
  const Panel = remote.widgets?.['documents.campaign-panel'];
  const Tray = remote.widgets?.['documents.upload-tray'];
  if (!Panel || !Tray) throw new Error('The remote does not bring its widgets.');
  const shown = (role: NonNullable<PanelOptions['role']>, isOwner: boolean) => (
    <>
      <Panel campaignId={campaignId} isOwner={isOwner} role={role} />
      <Tray />
    </>
  );
  const page = render(shown(role ?? (isOwner ? 'owner' : 'player'), isOwner));
  const becomes = (next: NonNullable<PanelOptions['role']>) =>
    page.rerender(shown(next, next === 'owner'));
  return { remote, shell, server: shell.server, viewport, page, becomes, user: userEvent.setup() };
}

/** Renders the panel with its documents in the viewport. */
export async function showDocuments(options: PanelOptions = {}) {
  const panel = showPanel(options);
  await panel.viewport.scroll(true);
  await screen.findAllByRole('listitem');
  return panel;
}

export function rowOf(name: string): HTMLElement {
  const row = screen.getByText(name).closest('li');
  if (!row) throw new Error(`No row has the name ${name}.`);
  return row;
}

/** Texts of the rows in order. */
export const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);
