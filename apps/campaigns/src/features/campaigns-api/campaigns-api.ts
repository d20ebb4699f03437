import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  acceptInviteAnswer,
  campaignDetail,
  campaignMember,
  campaignSummary,
  invite,
  invitePreview,
  playersAnswer,
  type CharacterRequest,
  type CreateCampaignRequest,
  type InviteRequest,
  type PlayerRole,
  type PlayersRequest,
  type UpdateCampaignRequest,
} from '@tomekeeper/contracts-campaign';
import { newsMailAnswer, type NewsMailFrequency } from '@tomekeeper/contracts-document';
import { uploadFile, useShell, type Http } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const opaqueId = z.string();
const member = campaignMember.extend({ id: opaqueId });

const summary = campaignSummary.extend({
  id: opaqueId,
  players: z.array(opaqueId),
  hand_over: z.object({ to: opaqueId, expires_at: z.string() }).optional(),
});
export type Campaign = z.infer<typeof summary>;

const detail = campaignDetail.extend({
  ...summary.shape,
  owner: opaqueId,
  // Optional: clients fall back to ids.
  people: z.array(member).default([]),
});
export type CampaignDetail = z.infer<typeof detail>;

const players = playersAnswer.extend({
  players: z.array(opaqueId),
  people: z.array(member).default([]),
});
export type Players = z.infer<typeof players>;

const oneInvite = invite.extend({ id: opaqueId });
export type Invite = z.infer<typeof oneInvite>;

/** Invite fields; the server has defaults for omitted ones. */
export type NewInvite = Partial<InviteRequest>;

const accepted = acceptInviteAnswer.extend({ campaign: opaqueId });

/** Online members. */
const whoIsHere = z.object({ here: z.array(opaqueId) });
/** Accepts only http(s) URLs, so that a response cannot inject other schemes into the page. */
const address = z.url({ protocol: /^https?$/ });
const cover = z.object({
  url: address.optional().catch(undefined),
  /** For GMs: processing state of the last chosen image. */
  chosen: z.string().optional(),
});
export type ChosenCover = z.infer<typeof cover>;
const newsCounts = z.object({
  counts: z.array(z.object({ campaign: opaqueId, unread: z.number(), passages: z.number() })),
});
/** Unread documents and new passages of one campaign. */
export type NewsCount = z.infer<typeof newsCounts>['counts'][number];
const covers = z.object({ covers: z.array(z.object({ campaign: opaqueId, url: address })) });

const picture = z.object({
  id: opaqueId,
  person: opaqueId,
  url: address.optional().catch(undefined),
});
const pictures = z.object({ pictures: z.array(picture) });

const created = z.object({ id: opaqueId });

/** Query keys. */
export const campaignKeys = {
  list: ['campaigns'],
  one: (id: string) => ['campaigns', id],
  invites: (id: string) => ['campaigns', id, 'invites'],
  here: (id: string) => ['campaigns', id, 'here'],
  preview: (token: string) => ['invite', token],
  covers: ['covers'],
  newsCounts: ['news counts'],
  newsMail: (id: string) => ['news mail', id],
  cover: (id: string) => ['covers', id],
  pictures: (id: string) => ['pictures', id],
} as const;

/** Client of the campaign service and the documents endpoints used here. */
function createCampaignsApi(http: Http) {
  const api = createApiClient(http);
  const one = (id: string) => `/api/campaigns/${encodeURIComponent(id)}/`;
  return {
    list: (signal?: AbortSignal) =>
      api.get('/api/campaigns/', { answer: z.array(summary), signal }),
    /** With `viewAs` (a player's user id or `party`): as that viewer sees it. */
    get: (id: string, signal?: AbortSignal, viewAs?: string) =>
      api.get(one(id), { answer: detail, signal, viewAs }),
    create: (body: CreateCampaignRequest) => api.post('/api/campaigns/', { body, answer: created }),
    /** Returns the user's sample campaign, which is created if there is none. */
    createSample: () => api.post('/api/campaigns/sample/', { answer: created }),
    update: (id: string, body: UpdateCampaignRequest) => api.patch(one(id), { body }),
    remove: (id: string) => api.delete(one(id)),
    addPlayers: (id: string, body: PlayersRequest) =>
      api.post(`${one(id)}add-players/`, { body, answer: players }),
    removePlayers: (id: string, body: PlayersRequest) =>
      api.post(`${one(id)}remove-players/`, { body, answer: players }),
    /** Offers ownership to a member; replaces an open offer. */
    offer: (id: string, to: string) => api.post(`${one(id)}hand-over/`, { body: { to } }),
    /** Withdraws or declines the offer. */
    endOffer: (id: string) => api.delete(`${one(id)}hand-over/`),
    acceptOffer: (id: string) => api.post(`${one(id)}hand-over/accept/`),
    setRole: (id: string, player: string, role: PlayerRole) =>
      api.patch(`${one(id)}players/${encodeURIComponent(player)}/`, {
        body: { role },
        answer: players,
      }),
    invites: (id: string, signal?: AbortSignal) =>
      api.get(`${one(id)}invites/`, { answer: z.array(oneInvite), signal }),
    invite: (id: string, body: NewInvite) =>
      api.post(`${one(id)}invites/`, { body, answer: oneInvite }),
    revokeInvite: (id: string, invited: string) =>
      api.delete(`${one(id)}invites/${encodeURIComponent(invited)}/`),
    previewInvite: (token: string, signal?: AbortSignal) =>
      api.get(`/api/invites/?token=${encodeURIComponent(token)}`, {
        answer: invitePreview,
        signal,
      }),
    here: (id: string, signal?: AbortSignal) =>
      api.get(`/api/live/presence/?campaign=${encodeURIComponent(id)}`, {
        answer: whoIsHere,
        signal,
      }),
    /** Unread content of the user in all campaigns. */
    newsCounts: async (signal?: AbortSignal) =>
      (await api.get('/api/documents/news/counts/', { answer: newsCounts, signal })).counts,
    newsMail: (id: string, signal?: AbortSignal) =>
      api.get(`/api/documents/news/mail/?campaign=${encodeURIComponent(id)}`, {
        answer: newsMailAnswer,
        signal,
      }),
    chooseNewsMail: (campaign: string, frequency: NewsMailFrequency) =>
      api.put('/api/documents/news/mail/', {
        body: { campaign, frequency },
        answer: newsMailAnswer,
      }),
    /** Covers of all campaigns with an uploaded image. */
    covers: async (signal?: AbortSignal) =>
      (await api.get('/api/documents/covers/', { answer: covers, signal })).covers,
    cover: (id: string, signal?: AbortSignal) =>
      api.get(`/api/documents/covers/${encodeURIComponent(id)}/`, { answer: cover, signal }),
    uploadCover(campaign: string, file: File) {
      const finalize = (s3_key: string) =>
        api.post('/api/documents/covers/', { body: { campaign, s3_key }, answer: cover });
      return uploadFile(http, { purpose: 'cover', campaign, file, isSpoilers: true, finalize });
    },
    removeCover: (id: string) => api.delete(`/api/documents/covers/${encodeURIComponent(id)}/`),
    /** Writes the user's own character. */
    writeCharacter: (id: string, body: CharacterRequest) =>
      api.put(`${one(id)}character/`, { body }),
    removeCharacter: (id: string) => api.delete(`${one(id)}character/`),
    /** Portraits of the members' characters. */
    pictures: async (id: string, signal?: AbortSignal, viewAs?: string) => {
      const path = `/api/documents/pictures/?campaign=${encodeURIComponent(id)}`;
      return (await api.get(path, { answer: pictures, signal, viewAs })).pictures;
    },
    /** Replaces the portrait of the user's own character. */
    uploadPicture: (id: string, file: Blob) =>
      api.post(`/api/documents/pictures/?campaign=${encodeURIComponent(id)}&purpose=character`, {
        body: file,
        answer: picture,
      }),
    removePicture: (id: string) => api.delete(`/api/documents/pictures/${encodeURIComponent(id)}/`),
    acceptInvite: (token: string) =>
      api.post('/api/invites/accept/', { body: { token }, answer: accepted }),
  };
}

export function useCampaignsApi() {
  const { http } = useShell();
  return useMemo(() => createCampaignsApi(http), [http]);
}
