import type { CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { CampaignPanel, ViewAsPanel } from './features/campaign-panel/campaign-panel';

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  return {
    routes: [],
    widgets: {
      'documents.campaign-panel': scope.place(CampaignPanel),
      'documents.view-as-panel': scope.place(ViewAsPanel),
    },
    dispose: () => scope.dispose(),
  };
};
