import { DEFAULT_LANGUAGE } from './language-detection';
import { wordsOf } from './normalization';

/** Normalized words that begin a question, by language. */
const STARTS: Readonly<Record<string, string>> = {
  [DEFAULT_LANGUAGE]:
    'who which where when why how is are was were do does did can could may will should tell',
  german:
    'wer wie wo wann warum wieso wohin woher welche welcher welches welchem welchen was wem wen wessen ' +
    'wobei wodurch wofur womit woran worauf woraus worin woruber worum wovon wovor wozu',
  french: 'qui quand comment combien pourquoi quel quelle quels quelles',
  spanish: 'quien quienes cuando donde cuanto cuantos cuanta cuantas cual',
  italian: 'chi quando quanto quanti quale quali perche',
  portuguese: 'quem quando quanto quantos qual porque',
  dutch: 'wie wat waar wanneer waarom hoeveel welke hoe',
};
/** Further words of questions: no stop words in PostgreSQL, or also beginnings of names. */
const OTHERS: Readonly<Record<string, string>> = {
  german: 'gibt viele viel heisst heissen',
  swedish: 'vem var nar varfor vilken vilket hur',
};
const ALL_STARTS = new Set(['what', ...Object.values(STARTS).flatMap((words) => words.split(' '))]);

export const startsQuestion = (query: string): boolean => ALL_STARTS.has(wordsOf(query)[0] ?? '');

/** Words without information about the topic of a question; none for English. */
export const questionWordsOf = (language: string): ReadonlySet<string> =>
  new Set(
    language === DEFAULT_LANGUAGE
      ? []
      : [STARTS, OTHERS].flatMap((words) => words[language]?.split(' ') ?? []),
  );
