import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseTimeQuestion } from './parse-time-question';

interface Phrasings {
  number: [text: string, number: number][];
  kind: [text: string, kind: string][];
  first_seen: [text: string, name: string][];
  none: string[];
}

const file = path.resolve(__dirname, '../../test/questions/time-questions.json');
const phrasings = JSON.parse(readFileSync(file, 'utf8')) as Phrasings;

it.each(phrasings.number)('%j asks about a session by its number', (text, number) => {
  expect(parseTimeQuestion(text)).toEqual({ kind: 'number', number });
});

it.each(phrasings.kind)('%j asks about %s', (text, kind) => {
  expect(parseTimeQuestion(text)).toEqual({ kind });
});

it.each(phrasings.first_seen)('%j asks for the first time of %j', (text, name) => {
  expect(parseTimeQuestion(text)).toEqual({ kind: 'first_seen', name });
});

it.each([...phrasings.none, `when did we meet ${'x'.repeat(200)}`])(
  '%j is no question about sessions',
  (text) => {
    expect(parseTimeQuestion(text)).toBeUndefined();
  },
);
