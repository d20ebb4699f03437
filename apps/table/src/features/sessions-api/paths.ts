import { VIEW_AS } from '@tomekeeper/remote-kit';

const campaign = (id: string) => `/campaigns/${encodeURIComponent(id)}`;

const withViewAs = (path: string, viewAs: string | undefined) =>
  viewAs === undefined ? path : `${path}?${new URLSearchParams({ [VIEW_AS]: viewAs })}`;

export const campaignPath = (id: string, viewAs: string | undefined) =>
  viewAs === undefined ? campaign(id) : `${campaign(id)}/as/${encodeURIComponent(viewAs)}`;

export const sessionsPath = (id: string, viewAs?: string) =>
  withViewAs(`${campaign(id)}/sessions`, viewAs);

export const sessionPath = (id: string, session: string, viewAs?: string) =>
  withViewAs(`${campaign(id)}/sessions/${encodeURIComponent(session)}`, viewAs);

export const documentPath = (id: string, document: string, viewAs?: string) =>
  withViewAs(`${campaign(id)}/library/${encodeURIComponent(document)}`, viewAs);

export const editorPath = (id: string, document: string) => `${documentPath(id, document)}?edit=1`;
