import { parseTimeQuestion } from './parse-time-question';

it.each([
  ['session 12', 12],
  ['Session 12', 12],
  ['in session 12', 12],
  ['s12', 12],
  ['S012', 12],
  ['Session #4?', 4],
  ['What happened in session 12?', 12],
  ['what happened during the 3rd session', 3],
  ['recap of session 7', 7],
  ['session 7 recap', 7],
  ['Session three', 3],
  ['sesion 12', 12],
  ['sessoin 12', 12],
  ['Sitzung 12', 12],
  ['Was ist in Sitzung 12 passiert?', 12],
  ['Spielabend Nr. 5', 5],
  ['die 12. Sitzung', 12],
  ['Sitzung zwölf', 12],
])('%j asks about a session by its number', (text, number) => {
  expect(parseTimeQuestion(text)).toEqual({ kind: 'number', number });
});

it.each([
  ['last session', 'last'],
  ['What happened last session?', 'last'],
  ['what happend last sesion', 'last'],
  ['what happened in the last session', 'last'],
  ['what happened last time', 'last'],
  ['Previous session', 'last'],
  ['What did we do last time?', 'last'],
  ['summary of the previous session', 'last'],
  ['Was ist letztes Mal passiert?', 'last'],
  ['Was geschah in der letzten Sitzung?', 'last'],
  ['letzte Sitzung', 'last'],
  ['Where did we leave off?', 'left_off'],
  ['where did we leave off last time', 'left_off'],
  ['where were we', 'left_off'],
  ['Wo haben wir aufgehört?', 'left_off'],
  ['Wo sind wir stehen geblieben?', 'left_off'],
  ['loose ends', 'loose_ends'],
  ['What loose ends are there?', 'loose_ends'],
  ['open threads', 'loose_ends'],
  ['lose Enden', 'loose_ends'],
  ['Welche offenen Fäden gibt es?', 'loose_ends'],
  ['Was ist noch offen?', 'loose_ends'],
  ['next session', 'next'],
  ['When is the next session?', 'next'],
  ['when’s our next game', 'next'],
  ['When do we play again?', 'next'],
  ['Wann ist die nächste Sitzung?', 'next'],
  ['Wann spielen wir wieder?', 'next'],
])('%j asks about %s', (text, kind) => {
  expect(parseTimeQuestion(text)).toEqual({ kind });
});

it.each([
  ['When did we meet Odo?', 'Odo'],
  ['when did we first meet the ferryman Odo', 'ferryman Odo'],
  ['in which session did we meet Odo', 'Odo'],
  ['What session did we find the Sun Blade in?', 'Sun Blade'],
  ['When did we hear about Krezk for the first time?', 'Krezk'],
  ['When was Ireena introduced', 'Ireena'],
  ['when did Ireena first appear', 'Ireena'],
  ['Wann haben wir Odo kennengelernt?', 'Odo'],
  ['In welcher Sitzung haben wir den Fährmann zum ersten Mal getroffen?', 'Fährmann'],
  ['Wann sind wir Odo begegnet?', 'Odo'],
])('%j asks for the first time of %j', (text, name) => {
  expect(parseTimeQuestion(text)).toEqual({ kind: 'first_seen', name });
});

it.each([
  'session',
  'sess',
  'session zero rules of the table',
  'session 12 notes about the abbot',
  '"session 12"',
  'session 0',
  'session 12345',
  'last',
  'the last passion',
  'last words of the king',
  'Where is the abbot?',
  'where were we attacked',
  'loose',
  'next',
  'When did the king die?',
  'When did we meet?',
  'Who met Odo?',
  's',
  '12',
  'What happened to Odo?',
  `when did we meet ${'x'.repeat(200)}`,
  '',
])('%j is no question about sessions', (text) => {
  expect(parseTimeQuestion(text)).toBeUndefined();
});
