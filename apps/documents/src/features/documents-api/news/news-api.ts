import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  newsItem,
  newsKindsAnswer,
  readAnswer,
  sessionNews,
  type NewsKind,
  type ReadAnswer,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const id = z.string();

const item = newsItem.extend({
  ...{ document: id, kind: z.string(), at: z.string(), passage: id.optional() },
});
/** An unread document, or a known one with new passages or comments. */
export type NewsItem = z.infer<typeof item>;

const session = sessionNews.extend({ session: id, at: z.string(), change: z.string() });
/** An announced session, or one with a new date. */
export type SessionNews = z.infer<typeof session>;

const newsOfCampaign = z.object({
  news: z.array(item),
  sessions: z.array(session).optional().catch(undefined),
});
export type News = z.infer<typeof newsOfCampaign>;

function createNewsApi(http: Http) {
  const api = createApiClient(http);
  const all = '/api/documents/news/';
  return {
    /** News of the user in a campaign, latest first. */
    list: (campaign: string, signal?: AbortSignal): Promise<News> =>
      api.get(`${all}?${new URLSearchParams({ campaign })}`, { answer: newsOfCampaign, signal }),
    kinds: (campaign: string, signal?: AbortSignal) =>
      api.get(`${all}kinds/?${new URLSearchParams({ campaign })}`, {
        answer: newsKindsAnswer,
        signal,
      }),
    /** Turns off all other kinds. */
    chooseKinds: (campaign: string, kinds: readonly NewsKind[]) =>
      api.put(`${all}kinds/`, { body: { campaign, kinds }, answer: newsKindsAnswer }),
    readAll: (campaign: string) => api.put(`${all}read/`, { body: { campaign } }),
    /** Records that the user opened a document. The answer has the passages that are new to them; none at the first time. */
    read(document: string): Promise<ReadAnswer> {
      const answer = readAnswer.extend({ new_passages: z.array(id).optional() });
      return api.put(`/api/documents/${encodeURIComponent(document)}/read/`, { answer });
    },
  };
}

export function useNewsApi() {
  const { http } = useShell();
  return useMemo(() => createNewsApi(http), [http]);
}
