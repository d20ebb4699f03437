import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

/**
 * Makes the list of common passwords anew from a package's data:
 *
 *   npm install --no-save --ignore-scripts @zxcvbn-ts/language-common@4.1.3
 *   node services/identity/tools/make-common-passwords.mjs
 *
 * The package's words are in lower case, the most common first. Kept are the 10,000 most common with
 * letters, which are refused with digits and signs around them too, and of the others those that fit
 * the password policy once a letter is upper case.
 */
const MOST_COMMON = 10_000;
const require = createRequire(import.meta.url);
const { dictionary } = require('@zxcvbn-ts/language-common');
const common = dictionary['passwords-common'].filter((word) => /[a-z]/.test(word));

const fitsThePolicy = (word) =>
  word.length >= 8 && /[0-9]/.test(word) && (word.match(/[a-z]/g) ?? []).length >= 2;
const kept = common.filter(
  (word, rank) => (rank < MOST_COMMON && word.length >= 4) || fitsThePolicy(word),
);
fs.writeFileSync(
  path.join(import.meta.dirname, '../src/passwords/common-passwords.txt'),
  `${kept.join('\n')}\n`,
);
process.stdout.write(`${kept.length} common passwords.\n`);
