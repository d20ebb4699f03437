import { PARTY, VIEW_AS } from '@tomekeeper/remote-kit';
import type { iconShapes } from '@tomekeeper/ui/icon';
import { askPath, campaignPath, ledgerPath, libraryPath, searchPath } from '../search-api/paths';

/** What can be done from here: a name, and where it is done. */
export interface Action {
  id: string;
  label: string;
  /** Other words that people have for it. */
  alsoCalled?: readonly string[];
  to: string;
  icon: keyof typeof iconShapes;
}

/** What the library does at once when an address asks for it. */
const DO = 'do';

interface Place {
  campaign: string | undefined;
  viewAs: string | undefined;
  isGm: boolean;
}

/** What works on this page for who is there; a GM who looks with other eyes can read and nothing else. */
export function actionsOf({ campaign, viewAs, isGm }: Place): readonly Action[] {
  if (campaign === undefined) return EVERYWHERE;
  const eyes = { [VIEW_AS]: viewAs };
  const reading: Action[] = [
    { id: 'campaign', icon: 'book', label: 'Campaign page', to: campaignPath(campaign, viewAs) },
    {
      id: 'library',
      icon: 'file',
      label: 'Library',
      alsoCalled: ['documents', 'files', 'notes'],
      to: libraryPath(campaign, eyes),
    },
    {
      id: 'search',
      icon: 'search',
      label: 'Search page',
      alsoCalled: ['find'],
      to: searchPath(campaign, eyes),
    },
  ];
  const ask: Action = {
    id: 'ask',
    icon: 'info',
    label: 'Ask a question',
    alsoCalled: ['answer'],
    to: askPath(campaign, eyes),
  };
  if (viewAs !== undefined) {
    const back: Action = {
      id: 'own-view',
      icon: 'eye',
      label: 'Back to your own view',
      alsoCalled: ['view as', 'game master'],
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
      alsoCalled: ['write', 'create'],
      to: libraryPath(campaign, { [DO]: 'new-note' }),
    },
    {
      id: 'upload',
      icon: 'upload',
      label: 'Upload files',
      alsoCalled: ['add', 'documents', 'import'],
      to: libraryPath(campaign, { [DO]: 'upload' }),
    },
    ask,
    {
      id: 'ledger',
      icon: 'table',
      label: 'Ledger: who knows what',
      alsoCalled: ['reveals', 'hides'],
      to: ledgerPath(campaign),
    },
    {
      id: 'view-as',
      icon: 'eye',
      label: 'View as the party',
      alsoCalled: ['players', 'see'],
      to: campaignPath(campaign, PARTY),
    },
    ...reading,
    ...EVERYWHERE,
  ];
}

const EVERYWHERE: readonly Action[] = [
  { id: 'home', icon: 'archive', label: 'My Campaigns', alsoCalled: ['home'], to: '/home' },
  {
    id: 'new-campaign',
    icon: 'plus',
    label: 'New campaign',
    alsoCalled: ['create'],
    to: '/campaigns/new',
  },
  {
    id: 'account',
    icon: 'user',
    label: 'Account',
    alsoCalled: ['settings', 'password'],
    to: '/account',
  },
];
