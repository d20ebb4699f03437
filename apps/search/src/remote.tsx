import { lazyPage, type CreateRemote, type ShellApi } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { Palette } from './features/palette/palette';
import { forgetRecentOfOthers } from './features/recent/kept-recent';

const SearchPage = lazyPage(
  async () => (await import('./features/search-page/search-page')).SearchPage,
);

const AskPage = lazyPage(async () => (await import('./features/ask-page/ask-page')).AskPage);

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  const stopRecent = forgetRecentWithTheirPeople(shell);
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

/** What somebody opened goes from the device with their log-out, or when somebody else signs in. */
function forgetRecentWithTheirPeople({ session }: ShellApi): () => void {
  const forget = () => {
    const state = session.current();
    if (state.status !== 'signed-out' && !(state.status === 'signed-in' && state.user)) return;
    forgetRecentOfOthers(state.status === 'signed-in' ? state.user?.id : undefined);
  };
  forget();
  return session.subscribe(forget);
}
