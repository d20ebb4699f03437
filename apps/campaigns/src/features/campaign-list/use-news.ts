import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnread, newPassages, useHints, useReadMarks, useShell } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';

/** The server's limit of documents per campaign; if all are unread, there may be more. */
const MOST = 20;

/**
 * Summary of a player's unread content per campaign: documents shown since their first visit in this browser and not opened, and
 * known notes with new passages. One request for all campaigns; undefined for campaigns without a visit.
 */
export function useNews(isWanted: boolean): (campaign: string) => string | undefined {
  const { session } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const state = session.useSession();
  const marks = useReadMarks(state.status === 'signed-in' ? state.user?.id : undefined);
  const queryKey = campaignKeys.newest;
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.newest(signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  useHints(['documents', 'campaigns'], undefined, () => {
    void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  return (campaign) => {
    const shown = data.filter((one) => one.campaign === campaign);
    const isNew = (one: (typeof shown)[number]) => isUnread(marks[campaign], one);
    const count = shown.filter(isNew).length;
    const longer = shown
      .filter((one) => !isNew(one))
      .map((one) => ({ title: one.title, more: newPassages(marks[campaign], one) }))
      .filter(({ more }) => more > 0);
    const words = [
      ...(count === 0 ? [] : [`${count}${count >= MOST ? ' or more' : ''} new`]),
      ...(longer.length === 0 ? [] : [passagesInWords(longer)]),
    ];
    return words.length === 0 ? undefined : words.join(' · ');
  };
}

/** Maximum characters of a title on a card. */
const TITLE_LENGTH = 40;

function passagesInWords(notes: readonly { title: string | undefined; more: number }[]): string {
  const more = notes.reduce((sum, one) => sum + one.more, 0);
  const passages = more === 1 ? '1 new passage' : `${more} new passages`;
  const [only] = notes;
  if (notes.length > 1) return `${passages} in ${notes.length} notes`;
  return only?.title === undefined ? passages : `${passages} in “${shortened(only.title)}”`;
}

function shortened(title: string): string {
  const all = [...title];
  return all.length <= TITLE_LENGTH ? title : `${all.slice(0, TITLE_LENGTH).join('').trimEnd()}…`;
}
