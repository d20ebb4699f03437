import { lazyPage, type CreateRemote, type ShellApi } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { Palette } from './features/palette/palette';
import { removeRecentOfOthers } from './features/recent/recent-documents';

const SearchPage = lazyPage(
  async () => (await import('./features/search-page/search-page')).SearchPage,
);

const AskPage = lazyPage(async () => (await import('./features/ask-page/ask-page')).AskPage);

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  const stopRecent = removeRecentOnSignOut(shell);
  return {
    routes: [
      {
        path: '/campaigns/:id/search',
        Page: scope.place(SearchPage),
        load: SearchPage.load,
      },
      { path: '/campaigns/:id/ask', Page: scope.place(AskPage), load: AskPage.load },
    ],
    widgets: { 'search.palette': scope.place(Palette) },
    dispose() {
      stopRecent();
      scope.dispose();
    },
  };
};

/** Removes recent documents from the device at sign-out, and when another user signs in. */
function removeRecentOnSignOut({ session }: ShellApi): () => void {
  const remove = () => {
    const state = session.current();
    if (state.status !== 'signed-out' && !(state.status === 'signed-in' && state.user)) return;
    removeRecentOfOthers(state.status === 'signed-in' ? state.user?.id : undefined);
  };
  remove();
  return session.subscribe(remove);
}
