import { facts, privacyPromises } from '../../site/facts';
import type { Question } from '../faq/questions';

/** The five that the front page answers. */
export const homeQuestions: readonly Question[] = [
  {
    question: 'How will AI help me run my game?',
    answer:
      'By answering from your own notes while the table waits: who the innkeeper owes money to, what the party promised the abbess, and the passage with the source. If you allow a language model, it also drafts summaries and story hooks.',
  },
  {
    question: 'How will I search my notes?',
    answer: `You upload ${facts.importFormats}, or write notes, and search all of them in plain words. Search finds names, phrases and passages with the same meaning.`,
  },
  {
    question: 'Is my data safe?',
    answer: `${privacyPromises.join(' ')} Spoilers do not exist for your players until you reveal them.`,
  },
  {
    question: 'Do I need to be good with technology?',
    answer:
      'No. If you can attach a file to an e-mail, you know enough. There is nothing to install and nothing to configure: it runs in the browser, on the laptop behind your screen and on the phone in your lap.',
  },
  {
    question: 'When does it launch?',
    answer: `We aimed for ${facts.launchTarget}. That date is behind us, and the product is not ready for launch yet. Leave your address and you will hear from us when it is. The planned price is ${facts.price}, with further tiers possible.`,
  },
];
