import { editDistance } from '../query/spelling';

/** A question about sessions. Names are as the user wrote them. */
export type TimeQuestion =
  | { kind: 'number'; number: number }
  | { kind: 'last' | 'next' | 'left_off' | 'loose_ends' }
  | { kind: 'first_seen'; name: string };

/** Longer texts are no questions about time. */
const MAX_LENGTH = 160;

/** Words that may be misspelled by one letter; shorter ones resemble too many others. */
const VOCABULARY =
  'session sessions sitzung sitzungen happened previous threads passiert letzten letztes letzter nächste nächsten aufgehört getroffen kennengelernt'.split(
    ' ',
  );
const MIN_LENGTH_TO_CORRECT = 6;

const SESSION =
  '(?:sessions?|game nights?|games?|sitzung|spielsitzung|spielabend|spielrunde|abend)';
const NUMBERED = '(?:session|game night|sitzung|spielsitzung|spielabend)';
const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER_WORDS_DE = 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const NUMBER = `0{0,3}([1-9]\\d{0,3})`;
const ABOUT =
  '(?:(?:(?:show me |give me )?(?:a |the )?(?:recap|summary|notes?) (?:of|for|from) |tell me about |zusammenfassung (?:von |der )|wh?at (?:happened|occurred|went on|was|did we do|did we play|did we learn)(?: in| during| on| at)? |was (?:ist|geschah|passierte|war|haben wir)(?: in| bei| beim| am)? )?(?:in |during |the |our |der |die |dem |den |unserer |unserem )*)';
const DONE = '(?: (?:passiert|geschehen|gemacht|gespielt|erlebt))?';
const LAST = '(?:last|previous|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?)';
const NEXT = '(?:next|upcoming|nächste[nrs]?|naechste[nrs]?|kommende[nrs]?)';
const AGAIN = `(?:again|next|(?:the )?next time|wieder|als nächstes|das nächste mal|weiter)`;
const LOOSE = '(?:loose|open|unresolved|unfinished|lose[n]?|offene[n]?|ungelöste[n]?)';
const ENDS =
  '(?:ends|threads?|plot threads?|story threads?|storylines|enden|fäden|handlungsfäden|handlungsstränge)';
const MET =
  'meet|met|encounter|find|discover|see|visit|reach|get|receive|hear (?:about|of)|learn (?:about|of)';
const MET_DE =
  'getroffen|kennengelernt|kennen gelernt|gefunden|entdeckt|gesehen|besucht|erreicht|bekommen|erhalten';
const FIRST = '(?: (?:first|for the first time|zuerst|erstmals|zum ersten mal|das erste mal))?';
const WHEN = `(?:when|(?:in |during )?(?:which|wh?at) ${SESSION})`;
const WHEN_DE = `(?:wann|(?:in |bei |an )?(?:welche[rmn]?) ${SESSION})`;
const NAME = '(.+?)';

const whole = (pattern: string) => new RegExp(`^${pattern}$`, 'iu');

const NUMBERS = [
  `${ABOUT}${NUMBERED}(?: ?(?:no\\.?|number|nr\\.?|nummer))? ?#?${NUMBER}${DONE}(?: (?:recap|summary|notes))?`,
  `${ABOUT}${NUMBER}(?:st|nd|rd|th|\\.) ${NUMBERED}${DONE}`,
  `s ?${NUMBER}`,
].map(whole);
const NUMBER_IN_WORDS = whole(
  `${ABOUT}${NUMBERED} (${[...NUMBER_WORDS, ...NUMBER_WORDS_DE].join('|')})${DONE}`,
);

const KINDS: readonly (readonly [
  'last' | 'next' | 'left_off' | 'loose_ends',
  readonly RegExp[],
])[] = [
  [
    'left_off',
    [
      `where (?:did we|had we|we) (?:leave|left|stop|stopped|end|ended)(?: off| up)?(?: ${LAST} (?:time|session|game))?`,
      `where (?:were|are) we(?: ${LAST} (?:time|session))?`,
      `wo (?:haben|hatten) wir(?: beim)?(?: ${LAST} mal)? aufgehört`,
      `wo (?:waren|sind|standen|stehen) wir(?: ${LAST} mal)?(?: stehen ?geblieben)?`,
    ].map(whole),
  ],
  [
    'last',
    [
      `${ABOUT}${LAST} (?:${SESSION}|time|mal)${DONE}(?: (?:recap|summary|notes))?`,
      `was ist(?: beim)? ${LAST} mal passiert`,
    ].map(whole),
  ],
  [
    'next',
    [
      `(?:when(?: is|'s|’s)? |wann (?:ist |findet )?)?(?:the |our |die |der |das |unsere |unser )?${NEXT} ${SESSION}(?: statt)?`,
      `when (?:do|will|are) we (?:play|playing|meet|meeting) ${AGAIN}`,
      `wann (?:spielen|treffen) wir(?: uns)? ${AGAIN}`,
    ].map(whole),
  ],
  [
    'loose_ends',
    [
      `(?:(?:wh?at|which|any|our|the|all|are there|are there any|wh?at are (?:the|our)) )?${LOOSE} ${ENDS}(?: (?:are there|do we have|are (?:left|open|there)|remain|are still open))?`,
      `(?:welche |was für |unsere |die )?${LOOSE} ${ENDS}(?: (?:gibt es|haben wir|sind (?:noch )?offen))?(?: noch)?`,
      "wh?at(?: is|’s|'s)? (?:still (?:open|unresolved)|left to do)",
      'was ist noch offen',
      'unfinished business',
    ].map(whole),
  ],
];

const FIRST_SEEN = [
  `${WHEN} (?:did|have|had) we${FIRST} (?:${MET}) ${NAME}${FIRST}(?: in)?`,
  `${WHEN} (?:was|were) ${NAME}${FIRST} (?:mentioned|introduced|revealed|found|shown)`,
  `${WHEN} did ${NAME}${FIRST} (?:appear|show up|turn up)${FIRST}`,
  `${WHEN_DE} (?:haben|hatten) wir ${NAME}${FIRST} (?:${MET_DE})`,
  `${WHEN_DE} (?:sind|waren) wir ${NAME}${FIRST} begegnet`,
  `${WHEN_DE} trafen wir ${NAME}${FIRST}`,
].map(whole);
const ARTICLE = /^(?:the|a|an|den|die|das|dem|der|einen?|eine[rm]?) (?=.)/iu;

/** The question about sessions that a text asks, in English or German; undefined for any other text. */
export function parseTimeQuestion(text: string): TimeQuestion | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[?!.,\s]+$/, '');
  const asked = words.split(' ').map(corrected).join(' ');
  for (const pattern of NUMBERS) {
    const number = Number(pattern.exec(asked)?.[1]);
    if (number) return { kind: 'number', number };
  }
  const spelled = NUMBER_IN_WORDS.exec(asked)?.[1]?.toLowerCase();
  if (spelled !== undefined) {
    const at = Math.max(NUMBER_WORDS.indexOf(spelled), NUMBER_WORDS_DE.indexOf(spelled));
    return { kind: 'number', number: at + 1 };
  }
  for (const [kind, patterns] of KINDS)
    if (patterns.some((pattern) => pattern.test(asked))) return { kind };
  for (const pattern of FIRST_SEEN) {
    const name = pattern.exec(asked)?.[1]?.replace(ARTICLE, '');
    if (name) return { kind: 'first_seen', name };
  }
  return undefined;
}

/** The vocabulary's word in place of a misspelled word that differs by a letter. */
function corrected(word: string): string {
  if (word.length < MIN_LENGTH_TO_CORRECT) return word;
  const written = word.toLowerCase();
  if (VOCABULARY.includes(written)) return word;
  return (
    VOCABULARY.find((one) => one[0] === written[0] && editDistance(written, one) === 1) ?? word
  );
}
