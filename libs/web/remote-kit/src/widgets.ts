/**
 * Widgets that remotes embed from other remotes, with their props. Remotes depend on each other only through widgets and URLs,
 * never through imports.
 */
export interface WidgetProps {
  /** Campaign and inviter of the invite that led to the sign-up or sign-in page. */
  'campaigns.invite-notice': {
    /** Called with the invite's token as soon as the invite is displayed. Must be stable between renders. */
    onShown?: ((token: string) => void) | undefined;
  };
  /** Documents of a campaign, with upload, open and delete. */
  'documents.campaign-panel': {
    campaignId: string;
    isOwner: boolean;
    /** Role of the signed-in user in the campaign. */
    role: 'owner' | 'co_gm' | 'player';
  };
  /** Pinned, latest and shown documents on a campaign's page. */
  'documents.overview': {
    campaignId: string;
    role: 'owner' | 'co_gm' | 'player';
    /** Members with their names, for GMs. */
    people: readonly { id: string; name?: string | null | undefined }[];
    /** For GMs who see the page as a player: user id of the player, or `party`. */
    viewAs?: string;
  };
  /** Reveals, hides and shows between two moments, oldest first, for GMs. Has no heading. */
  'documents.session-timeline': {
    campaignId: string;
    /** Members with their names. */
    people: readonly { id: string; name?: string | null | undefined }[];
    /** ISO date and time, inclusive. */
    from: string;
    /** Exclusive; null while the session runs. */
    until: string | null;
  };
  /** A document, picture or passage on a GM's board: title, text or picture, audience, and buttons that show it. */
  'documents.board-item': {
    campaignId: string;
    document: string;
    passage?: string | undefined;
    /** Shows the picture of the document. */
    isPicture?: boolean | undefined;
    /** Members with their names. */
    people: readonly { id: string; name?: string | null | undefined }[];
    /** Called to remove an item that no longer exists. */
    onRemove: () => void;
  };
  /** Whether players see the recap of a session, and the button that publishes it, for GMs. Has no heading. */
  'documents.publish-recap': {
    campaignId: string;
    /** Id of the recap's document. */
    document: string;
    /** Title for players that the GM may change; without words that players must not see. */
    proposedTitle: string;
  };
  /** The kinds of news that the user gets of a campaign. */
  'documents.news-kinds': {
    campaignId: string;
    role: 'owner' | 'co_gm' | 'player';
  };
  /** Documents of a campaign as a player sees them, for its GMs. */
  'documents.view-as-panel': {
    campaignId: string;
    /** User id of a player, or `party`. */
    viewAs: string;
  };
  /** Upload list with progress and results. The documents remote docks it. */
  'documents.upload-tray': Record<never, never>;
  /** Content that a GM shows on the player's screen. The documents remote docks it. */
  'documents.shown-now': Record<never, never>;
  /** Keyboard shortcuts of the library, the reader and the editor, in the shell's list of shortcuts. */
  'documents.shortcuts': Record<never, never>;
  /** Running or next session of a campaign, on its page. */
  'table.next-session': {
    campaignId: string;
    role: 'owner' | 'co_gm' | 'player';
    /** For GMs who see the page as a player: user id of the player, or `party`. */
    viewAs?: string;
  };
  /** Command palette over the current page. The shell renders it on demand. */
  'search.palette': {
    onClose: () => void;
    /** Returns the keys typed before the palette was loaded, with a line break for Enter; empty after the first call. */
    takeTyped: () => string;
  };
}

export type WidgetName = keyof WidgetProps;
