import { lazyPage, type CreateRemote } from '@tomekeeper/remote-kit';
import { createQueryScope } from '@tomekeeper/remote-kit/query';
import { CampaignPanel, ViewAsPanel } from './features/campaign-panel/campaign-panel';
import { UploadTray } from './features/many-files/upload-tray';
import { createUploads } from './features/many-files/uploads';
import { withUploads } from './features/many-files/uploads-context';

/** The viewer’s code is loaded when a document is opened, not with the campaign’s page. */
const ViewerPage = lazyPage(async () => (await import('./features/viewer/viewer-page')).ViewerPage);

const LibraryPage = lazyPage(
  async () => (await import('./features/library/library-page')).LibraryPage,
);

export const create: CreateRemote = (shell) => {
  const scope = createQueryScope(shell);
  const uploads = createUploads(shell);
  return {
    routes: [
      {
        path: '/campaigns/:id/library',
        Page: scope.place(withUploads(uploads, LibraryPage)),
        load: LibraryPage.load,
      },
      {
        path: '/campaigns/:id/library/:document',
        Page: scope.place(ViewerPage),
        load: ViewerPage.load,
      },
    ],
    widgets: {
      'documents.campaign-panel': scope.place(withUploads(uploads, CampaignPanel)),
      'documents.view-as-panel': scope.place(ViewAsPanel),
      'documents.upload-tray': scope.place(withUploads(uploads, UploadTray)),
    },
    dispose() {
      uploads.dispose();
      scope.dispose();
    },
  };
};
