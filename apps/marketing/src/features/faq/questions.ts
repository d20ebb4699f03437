import { brand } from '@tomekeeper/ui/brand';
import { facts, privacyPromises } from '../../site/facts';

export interface Question {
  question: string;
  answer: string;
}

export const questions: readonly Question[] = [
  {
    question: `What is ${brand.name}?`,
    answer:
      'A place for game masters to keep their campaigns: who plays, which system, and every document that belongs to the story. Search and answers find any of it while the table waits.',
  },
  {
    question: 'Can I use it today?',
    answer:
      'Yes, before its launch. You can keep campaigns, invite players, upload and write documents, reveal passages at the table, search and ask. It is not ready for launch, so expect gaps, and tell us about them.',
  },
  {
    question: 'When does it launch?',
    answer: `The target was ${facts.launchTarget}. That date is behind us and the product is not ready for launch yet. We will name a new one when we can keep it.`,
  },
  {
    question: 'How much will it cost?',
    answer: `The planned price is ${facts.price}. There may be further tiers. Nothing is charged before launch.`,
  },
  {
    question: 'How will the AI help me?',
    answer:
      'It answers questions from your own documents, with quotations and links to the source. A language model writes answers, summaries and story hooks only if you allow it for a campaign.',
  },
  {
    question: 'How will I search my notes?',
    answer:
      'In plain language, across everything in a campaign: notes, world documents, session logs. Search finds names, phrases and passages with the same meaning.',
  },
  {
    question: 'Who can see my campaign?',
    answer:
      'Only you, and the players and co-GMs you invite. Only game masters see documents marked as spoilers, until they reveal them.',
  },
  {
    question: 'Is my data safe?',
    answer: `${privacyPromises.join(' ')} Links to files expire after ${facts.fileLinkSeconds} seconds.`,
  },
  {
    question: 'Can my players open spoilers by accident?',
    answer:
      'No. Spoiler documents never appear in a player’s lists, counts, links or error messages.',
  },
  {
    question: 'Which files can I bring?',
    answer: `You can upload any file. Pictures, sound, video and plain text open in the page, others in your browser or as a download. Search reads the text of ${facts.importFormats} and several other formats.`,
  },
  {
    question: 'Do my players need an account?',
    answer:
      'Yes, a free one. Send them an invite link or show its QR code. Players who open it sign up and join your campaign.',
  },
  {
    question: 'Do I need to be good with computers?',
    answer:
      'No. If you can attach a file to an e-mail, you know enough. It works in the browser, on the laptop behind the screen and on the phone in your lap.',
  },
  {
    question: 'Does it work with my game system, in my language?',
    answer:
      'Yes. A campaign says which system it uses in your own words, and nothing in the product depends on it. The buttons are in English; titles, file names and documents can be in any language.',
  },
  {
    question: 'Can I run a campaign together with someone?',
    answer:
      'Yes. A co-GM, invited by e-mail, sees spoilers and reveals, hides and changes documents as you do; only you can delete the campaign or hand it over. Links to virtual tabletops are planned.',
  },
];
