import { lazyPage, type CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { CampaignPanel, ViewAsPanel } from './features/campaign-panel/campaign-panel';

/** Whoever looks at a campaign does not wait for what shows its files. */
const ViewerPage = lazyPage(async () => (await import('./features/viewer/viewer-page')).ViewerPage);

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  return {
    routes: [
      {
        path: '/campaigns/:id/library/:document',
        Page: scope.place(ViewerPage),
        load: ViewerPage.load,
      },
    ],
    widgets: {
      'documents.campaign-panel': scope.place(CampaignPanel),
      'documents.view-as-panel': scope.place(ViewAsPanel),
    },
    dispose: () => scope.dispose(),
  };
};
