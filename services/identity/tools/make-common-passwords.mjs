import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

/**
 * Regenerates the list of common passwords from a package's data:
 *
 *   npm install --no-save --ignore-scripts @zxcvbn-ts/language-common@4.1.3
 *   node services/identity/tools/make-common-passwords.mjs
 *
 * The package's words are in lower case, the most common first. The list contains the 10,000 most common
 * words with letters, which are also rejected with additional digits and symbols, and of the other words
 * those that satisfy the password policy when one letter is upper case.
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
