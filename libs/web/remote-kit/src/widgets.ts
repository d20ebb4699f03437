/**
 * Every widget that one remote may place from another, with its props. Remotes meet here or by URL,
 * never by import.
 */
export interface WidgetProps {
  /** The documents of a campaign, with upload, open and delete. */
  'documents.campaign-panel': {
    campaignId: string;
    isOwner: boolean;
    /** Role of the signed-in person in the campaign. */
    role: 'owner' | 'co_gm' | 'player';
  };
  /** The documents of a campaign as a player sees them, for its GMs. */
  'documents.view-as-panel': {
    campaignId: string;
    /** The user id of a player, or `party`. */
    viewAs: string;
  };
  /** Files on their way into campaigns, and what became of them. The documents remote docks it by itself. */
  'documents.upload-tray': Record<never, never>;
  /** What a game master has put on the player's screen. The documents remote docks it by itself. */
  'documents.shown-now': Record<never, never>;
  /** One field for everything, over whichever page there is. The shell places it when somebody asks for it. */
  'search.palette': {
    onClose: () => void;
    /** What was typed since it was asked for, before it was there, a line break for Enter; once. */
    takeTyped: () => string;
  };
}

export type WidgetName = keyof WidgetProps;
