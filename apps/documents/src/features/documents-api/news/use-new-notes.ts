import { useNews } from './use-news';

/** Number of unread notes that players shared with the user. */
export const useNewNotes = (campaignId: string): number =>
  useNews(campaignId).news.filter(({ kind }) => kind === 'note').length;
