import { facts } from '../../site/facts';

export interface SecretsSection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

/** Spoiler protection: guarantees, their tests, and their limits. */
export const secretsSections: readonly SecretsSection[] = [
  {
    title: 'Audience of a passage',
    paragraphs: [
      'Every heading, paragraph, list item, table and picture has an audience: only game masters, the party, or chosen players. By default, a passage has the audience of its document.',
      'New text is hidden unless it is clearly public. Text that you split, join, copy or paste never gets a larger audience than the original text. When you replace a file with a new version, new passages stay hidden if any passage of it was ever hidden.',
    ],
  },
  {
    title: 'Data sent to players',
    paragraphs: [
      'The server removes hidden content before it responds. The browser of a player never receives hidden text.',
    ],
    points: [
      'No gap, lock, number or page count says that something is missing. Lists are counted separately for each reader.',
      'Players who see only a part of a document never receive its file, thumbnail, tags, size or page numbers.',
      'If you reveal a part of a hidden document, players receive that part under the title you choose. The real title is not sent.',
      'Revealed pictures are re-encoded without camera metadata and have an address that reveals nothing.',
      'A link to hidden content is plain text for players who may not open it.',
    ],
  },
  {
    title: 'When you hide something again',
    paragraphs: [
      'Once the server has confirmed the change, no later request returns the hidden content. Open screens are notified and remove it within about a second. If a part of the system does not have the change yet, it reports an error and shows nothing.',
    ],
  },
  {
    title: 'Check it yourself',
    paragraphs: [],
    points: [
      'View as: every screen of your campaign as the party or one of your players sees it. The server sends you the same responses, and nothing is marked as read.',
      'The ledger: every reveal and hide with its audience, time and game master, each player’s knowledge now or on any date, and undo.',
      'Spoiler check: before a title, file name or passage becomes visible, you get a warning about names that occur only in hidden text. You decide whether to continue.',
      'Audience marks: each passage shows its audience as a color, an icon and a word while you read and write.',
    ],
  },
  {
    title: 'How we test it',
    paragraphs: ['These tests run on every change, and longer ones before a release:'],
    points: [
      'Differential tests: we generate pairs of random campaigns that look the same to players and have different secrets or none. A game master uploads, writes, reveals, hides and deletes in both. Then a player makes every possible request, and both campaigns must return the same bytes.',
      'Mutation tests: we break the rules one at a time in dozens of ways, such as counting all documents or omitting a check. The differential tests must fail each time.',
      'Permission tests: every request runs as a visitor, a stranger, a player, a chosen player and a game master, and must follow the rules for each.',
      'View-as tests: your view as a player is compared with the real view of that player, byte for byte for each request, and on screen as a screen reader reads it.',
      'Crash tests: we stop processes in the middle of their work. Hidden content must stay hidden, and saved content must stay saved.',
    ],
  },
  {
    title: 'Limits',
    paragraphs: [],
    points: [
      'Players may remember, photograph or save content that they have already seen.',
      `A link to a file still works for up to ${facts.fileLinkSeconds} seconds after it was created.`,
      'Response times are measured for pairs of campaigns, but not guaranteed to be equal.',
      'The operators of the server could read its database. Texts are not encrypted against them.',
      'Co-game masters see everything that you see.',
    ],
  },
];
