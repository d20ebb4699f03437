import type { CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { CampaignPanel } from './features/campaign-panel/campaign-panel';

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  return {
    routes: [],
    widgets: { 'documents.campaign-panel': scope.place(CampaignPanel) },
    dispose: () => scope.dispose(),
  };
};
