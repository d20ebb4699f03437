import { facts } from '../../site/facts';

export interface Feature {
  title: string;
  text: string;
  /** Whether the feature can be used today. */
  stage: 'built' | 'planned';
}

export const features: readonly Feature[] = [
  {
    title: 'Private by default',
    text: 'Your campaign belongs to you. Only players you add can see it. We never sell it or train AI models on it.',
    stage: 'built',
  },
  {
    title: 'Your documents, kept in order',
    text: `Upload your preparation, many files at once: ${facts.importFormats}, or anything else. Your players do not see spoilers until you reveal them, and you can check their view at any time.`,
    stage: 'built',
  },
  {
    title: 'Answers from your own notes',
    text: 'Ask in plain words who the innkeeper owes money to. The answer quotes your documents and links to the source.',
    stage: 'built',
  },
  {
    title: 'Search that knows the context',
    text: 'One search across notes, world documents and session logs. It finds names, phrases and passages with the same meaning, and shows players only what they may read.',
    stage: 'built',
  },
  {
    title: 'Summaries and story hooks',
    text: 'A language model drafts the last session in a paragraph, and suggestions for where loose threads might lead. You allow it for each campaign.',
    stage: 'built',
  },
  {
    title: 'A companion at the table',
    text: 'A calm view for the session itself: the people, places and papers of tonight, and nothing that breaks your flow.',
    stage: 'planned',
  },
  {
    title: 'A worldbuilding toolkit',
    text: 'Places, factions, people and the ties between them, so that the world stays consistent when the party walks off the map.',
    stage: 'planned',
  },
  {
    title: 'Building together',
    text: 'Invite your table with one link, to view or to edit: players read the passages you reveal, co-GMs run the campaign with you. Note takers and links to virtual tabletops are planned after that.',
    stage: 'built',
  },
];
