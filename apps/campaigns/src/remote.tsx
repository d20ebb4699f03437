import type { CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { CreateCampaignPage } from './features/campaign-editor/create-campaign-page';
import { EditCampaignPage } from './features/campaign-editor/edit-campaign-page';
import { forgetDraftsOfOthers } from './features/campaign-editor/kept-draft';
import { CampaignListPage } from './features/campaign-list/campaign-list-page';
import { ViewAsPage } from './features/view-as/view-as-page';
import { InviteNotice } from './features/invite-page/invite-notice';
import { InvitePage } from './features/invite-page/invite-page';
import { forgetInviteAtLogOut } from './features/invite-page/kept-token';

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  const stopDrafts = forgetDraftsOfOthers(shell.session);
  const stopInvite = forgetInviteAtLogOut(shell.session);
  return {
    routes: [
      { path: '/home', Page: scope.place(CampaignListPage) },
      { path: '/campaigns/new', Page: scope.place(CreateCampaignPage) },
      { path: '/campaigns/:id', Page: scope.place(EditCampaignPage) },
      { path: '/campaigns/:id/as/:viewer', Page: scope.place(ViewAsPage) },
      { path: '/invite', Page: scope.place(InvitePage) },
    ],
    widgets: { 'campaigns.invite-notice': scope.place(InviteNotice) },
    dispose() {
      stopDrafts();
      stopInvite();
      scope.dispose();
    },
  };
};
