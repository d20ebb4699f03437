import { PARTY, VIEW_AS } from '@tomekeeper/remote-kit';
import type { iconShapes } from '@tomekeeper/ui/icon';
import { askPath, campaignPath, ledgerPath, libraryPath, searchPath } from '../search-api/paths';

/** A named action, performed by navigation. */
export interface Action {
  id: string;
  label: string;
  synonyms?: readonly string[];
  to: string;
  icon: keyof typeof iconShapes;
}

/** Query parameter that makes the library start an action. */
const DO = 'do';

interface Context {
  campaign: string | undefined;
  viewAs: string | undefined;
  isGm: boolean;
}

/** Actions that the user may perform on the current page; view-as is read-only. */
export function actionsOf({ campaign, viewAs, isGm }: Context): readonly Action[] {
  if (campaign === undefined) return EVERYWHERE;
  const query = { [VIEW_AS]: viewAs };
  const reading: Action[] = [
    { id: 'campaign', icon: 'book', label: 'Campaign page', to: campaignPath(campaign, viewAs) },
    {
      id: 'library',
      icon: 'file',
      label: 'Library',
      synonyms: ['documents', 'files', 'notes'],
      to: libraryPath(campaign, query),
    },
    {
      id: 'search',
      icon: 'search',
      label: 'Search page',
      synonyms: ['find'],
      to: searchPath(campaign, query),
    },
  ];
  const ask: Action = {
    id: 'ask',
    icon: 'info',
    label: 'Ask a question',
    synonyms: ['answer'],
    to: askPath(campaign, query),
  };
  if (viewAs !== undefined) {
    const back: Action = {
      id: 'own-view',
      icon: 'eye',
      label: 'Back to your own view',
      synonyms: ['view as', 'game master'],
      to: campaignPath(campaign),
    };
    return [ask, ...reading, back];
  }
  if (!isGm) return [...reading, ask, ...EVERYWHERE];
  return [
    {
      id: 'new-note',
      icon: 'pencil',
      label: 'New note',
      synonyms: ['write', 'create'],
      to: libraryPath(campaign, { [DO]: 'new-note' }),
    },
    {
      id: 'upload',
      icon: 'upload',
      label: 'Upload files',
      synonyms: ['add', 'documents', 'import'],
      to: libraryPath(campaign, { [DO]: 'upload' }),
    },
    ask,
    {
      id: 'ledger',
      icon: 'table',
      label: 'Ledger of reveals',
      synonyms: ['reveals', 'hides'],
      to: ledgerPath(campaign),
    },
    {
      id: 'view-as',
      icon: 'eye',
      label: 'View as the party',
      synonyms: ['players', 'see'],
      to: campaignPath(campaign, PARTY),
    },
    ...reading,
    ...EVERYWHERE,
  ];
}

const EVERYWHERE: readonly Action[] = [
  { id: 'home', icon: 'archive', label: 'My Campaigns', synonyms: ['home'], to: '/home' },
  {
    id: 'new-campaign',
    icon: 'plus',
    label: 'New campaign',
    synonyms: ['create'],
    to: '/campaigns/new',
  },
  {
    id: 'account',
    icon: 'user',
    label: 'Account',
    synonyms: ['settings', 'password'],
    to: '/account',
  },
];
