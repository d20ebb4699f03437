import { facts } from '../../site/facts';

export interface SecretsSection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

/** How hidden passages and documents are kept from players: what holds, how it is tried, and what nobody can promise. */
export const secretsSections: readonly SecretsSection[] = [
  {
    title: 'Who sees a passage',
    paragraphs: [
      'Every heading, paragraph, list item, table and picture has an audience: only game masters, the party, or players whom you choose. As long as you say nothing else, a passage goes with its document.',
      'Text is hidden when it is written, unless it is plainly public. What you split, join, copy or paste is for no more people than the text that it came from. When a file is replaced by a new version, what is new in it stays hidden if anything of it ever was.',
    ],
  },
  {
    title: 'What a player gets',
    paragraphs: [
      'The server leaves out what a player may not see before it answers. Nothing is sent and then covered up in the browser.',
    ],
    points: [
      'No gap, lock, number or page count says that something is missing. Lists are counted anew for each reader.',
      'Of a document of which a player sees only a part, they never get the file, a thumbnail, its tags, its size or its page numbers.',
      'Of a hidden document of which you reveal a part, they get that part under the title that you give it. The real title is not sent.',
      'Pictures that you reveal are written anew, without what the camera noted, under an address that says nothing.',
      'A link to something hidden is plain text to those who may not open it.',
    ],
  },
  {
    title: 'When you hide something again',
    paragraphs: [
      'Once the server has said that it is hidden, nobody who asks later gets it. Open screens are told to ask again, and take it away within about a second. If a part of the system cannot know yet, it says so and shows nothing.',
    ],
  },
  {
    title: 'What you can look at yourself',
    paragraphs: [],
    points: [
      'View as: every screen of your campaign as one of your players sees it, or the party. The server answers you as it answers them, and nothing counts as read.',
      'The ledger: what was revealed and hidden, to whom, when and by whom; what somebody knows now, or knew on a day; and the way to take it back.',
      'Before a title, the name of a file or a passage becomes visible, names are pointed out that stand in hidden text alone. You decide what becomes of them.',
      'The audience stands beside each passage as a colour, an eye and a word, while you read and while you write.',
    ],
  },
  {
    title: 'How we try it',
    paragraphs: ['These tests run on every change, and longer ones before a release:'],
    points: [
      'Two worlds: we make random campaigns in pairs, the same for the players, with different secrets or none. A game master uploads, writes, reveals, hides and deletes in them. Then a player asks everything that can be asked, and both worlds must answer with the same bytes.',
      'Broken on purpose: we break the rules one at a time, in dozens of ways, such as a count over everything or a forgotten check. Each time the test above has to notice.',
      'Every call is made as a visitor, a stranger, a player, a chosen player and a game master, and has to answer each as the rules say.',
      'View as: what you see as one of your players is compared with what that player really gets, byte for byte, at every call that knows it, and on screen as a screen reader reads it.',
      'Programs are killed in the middle of their work. What was hidden stays hidden, and what was saved stays saved.',
    ],
  },
  {
    title: 'What nobody can promise',
    paragraphs: [],
    points: [
      'What somebody has seen, they have seen: they may remember it, photograph it, or have saved it.',
      `A link to a file that was handed out a moment ago works for up to ${facts.fileLinkSeconds} seconds.`,
      'The time that an answer takes is measured in pairs of worlds, and not promised to be the same.',
      'Those who run the server could read its database. Texts are not encrypted against them.',
      'Co-game masters see everything that you see.',
    ],
  },
];
