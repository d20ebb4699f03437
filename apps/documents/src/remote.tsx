import { createKeptAnswers } from '@tomekeeper/api-client';
import { lazyPage, type CreateRemote, type ShellApi } from '@tomekeeper/remote-kit';
import { createQueryScope, onPersonChange } from '@tomekeeper/remote-kit/query';
import { BoardItemSkeleton } from './features/board-item/board-item-skeleton';
import { CampaignPanel, ViewAsPanel } from './features/list/campaign-panel/campaign-panel';
import { TimelineSkeleton } from './features/history/session-timeline/timeline-skeleton';
import { RecapSkeleton } from './features/sharing/publish-recap/recap-skeleton';
import { NewsKinds } from './features/news-kinds/news-kinds';
import { Overview } from './features/overview/overview';
import { UploadTray } from './features/uploads/upload-list/upload-tray';
import { createUploads } from './features/uploads/queue/uploads';
import { withUploads } from './features/uploads/queue/uploads-context';
import { withPresence } from './features/documents-api/page/with-presence';
import { withShownNow } from './features/viewer/shown-now/shown-dialog';
import { withKeptAnswers } from './features/documents-api/kept-answers-context';
import { createShownNow } from './features/viewer/shown-now/shown-now';
import { keepDraftsWithTheirPeople } from './features/editor/saving/drafts-of-people';
import { forgetPlacesOfOthers } from './features/reader/reading-position/kept-places';
import { loadReader } from './features/viewer/load-reader';
import { lazyWidget } from './lazy-widget';

// Chunks that `remote.config.ts` preloads have names.

/** The viewer chunk is loaded when a document is opened, not with the campaign page. */
const ViewerPage = lazyPage(async () => {
  const [viewer] = await Promise.all([
    import(/* webpackChunkName: "viewer" */ './features/viewer/viewer-page'),
    loadReader(),
  ]);
  await viewer.Reader.load();
  return viewer.ViewerPage;
});

const LibraryPage = lazyPage(
  async () =>
    (await import(/* webpackChunkName: "library" */ './features/list/library/library-page'))
      .LibraryPage,
);

/** Loaded when the list of shortcuts is opened. */
const ShortcutLists = lazyPage(
  async () => (await import('./features/shortcuts/shortcut-lists')).ShortcutLists,
);

const LedgerPage = lazyPage(
  async () => (await import('./features/history/ledger/ledger-page')).LedgerPage,
);

const NotesPage = lazyPage(
  async () => (await import('./features/player-notes/notes-page')).NotesPage,
);

const ImportPage = lazyPage(
  async () => (await import('./features/transfers/import/import-page')).ImportPage,
);

const ExportPage = lazyPage(
  async () => (await import('./features/transfers/export/export-page')).ExportPage,
);

const PrintPage = lazyPage(async () => (await import('./features/print/print-page')).PrintPage);

const SessionTimeline = lazyWidget(
  async () =>
    (await import('./features/history/session-timeline/session-timeline')).SessionTimeline,
  TimelineSkeleton,
);

const BoardItem = lazyWidget(
  async () => (await import('./features/board-item/board-item')).BoardItem,
  BoardItemSkeleton,
);

const PublishRecap = lazyWidget(
  async () => (await import('./features/sharing/publish-recap/publish-recap')).PublishRecap,
  RecapSkeleton,
);

/** Number of cached responses, each with a window of 100 passages. */
const KEPT_ANSWERS = 80;

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  const uploads = createUploads(shell);
  const kept = createKeptAnswers(KEPT_ANSWERS);
  const stopPlaces = forgetPlacesWithTheirPeople(shell);
  const stopDrafts = keepDraftsWithTheirPeople(shell.session);
  const stopAnswers = onPersonChange(shell.session, kept.forget);
  const shownNow = createShownNow(shell);
  return {
    routes: [
      {
        path: '/campaigns/:id/library',
        Page: scope.place(withUploads(uploads, withPresence(LibraryPage))),
        load: LibraryPage.load,
      },
      {
        path: '/campaigns/:id/library/:document',
        Page: scope.place(withUploads(uploads, withKeptAnswers(kept, withPresence(ViewerPage)))),
        load: ViewerPage.load,
      },
      {
        path: '/campaigns/:id/notes',
        Page: scope.place(withPresence(NotesPage)),
        load: NotesPage.load,
      },
      {
        path: '/campaigns/:id/ledger',
        Page: scope.place(withPresence(LedgerPage)),
        load: LedgerPage.load,
      },
      ...['/campaigns/:id/import', '/campaigns/:id/import/:import'].map((path) => ({
        path,
        Page: scope.place(withPresence(ImportPage)),
        load: ImportPage.load,
      })),
      {
        path: '/campaigns/:id/export',
        Page: scope.place(withPresence(ExportPage)),
        load: ExportPage.load,
      },
      {
        path: '/campaigns/:id/print',
        Page: scope.place(withPresence(PrintPage)),
        load: PrintPage.load,
      },
    ],
    widgets: {
      'documents.campaign-panel': scope.place(withUploads(uploads, CampaignPanel)),
      'documents.overview': scope.place(Overview),
      'documents.session-timeline': scope.place(SessionTimeline),
      'documents.board-item': scope.place(withKeptAnswers(kept, BoardItem)),
      'documents.publish-recap': scope.place(PublishRecap),
      'documents.news-kinds': scope.place(NewsKinds),
      'documents.view-as-panel': scope.place(ViewAsPanel),
      'documents.upload-tray': scope.place(withUploads(uploads, UploadTray)),
      'documents.shown-now': scope.place(withShownNow(shownNow)),
      'documents.shortcuts': ShortcutLists,
    },
    dispose() {
      stopPlaces();
      stopDrafts();
      stopAnswers();
      kept.forget();
      uploads.dispose();
      shownNow.dispose();
      scope.dispose();
    },
  };
};

/** Deletes stored reading positions at sign-out, or when another user signs in. */
function forgetPlacesWithTheirPeople({ session }: ShellApi): () => void {
  const forget = () => {
    const state = session.current();
    if (state.status !== 'signed-out' && !(state.status === 'signed-in' && state.user)) return;
    const stays = state.status === 'signed-in' ? state.user?.id : undefined;
    forgetPlacesOfOthers(stays);
  };
  forget();
  return session.subscribe(forget);
}
