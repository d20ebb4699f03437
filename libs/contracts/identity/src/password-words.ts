// No zod here, so that a form can use the rules without loading it.

/** Known data about the password's owner. */
export interface PasswordOwner {
  email?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** Reasons to reject a password that satisfies the character rules. */
export const WORD_VIOLATIONS = {
  common: 'Password is one of the most common ones',
  own: 'Password must not consist of your name or e-mail address',
  product: "Password must not consist of this product's name",
} as const;

/** Number of parts of the published list of common passwords. */
export const COMMON_PASSWORD_PARTS = 256;

/** Digits and symbols at the ends of a word that do not make it a different password. */
const MAX_ADDED_CHARACTERS = 8;
const SHORTEST_WORD = 4;
/** Minimum letters in addition to easily guessed words. */
const LEAST_OTHER_LETTERS = 4;
const SHORTEST_OWN_WORD = 3;

/**
 * Normalized forms to look up in the list of common passwords: the password in lower case, and without up to eight digits and
 * symbols around it; each also with leetspeak digits replaced by letters.
 */
export function commonFormsOf(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const forms = [
    plain,
    bare,
    plain.replace(/[^\p{L}]+$/u, ''),
    plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''),
  ].filter(
    (form) => form.length >= SHORTEST_WORD && plain.length - form.length <= MAX_ADDED_CHARACTERS,
  );
  return [...new Set([...forms, ...forms.map(lettersForDigits)])];
}

/** Replaces leetspeak digits and symbols with letters; l becomes i, because 1 represents both. */
export const lettersForDigits = (text: string): string =>
  text.replace(/[0134578@$!|l]/g, (sign) => LETTERS[sign] ?? sign);

const LETTERS: Partial<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
};

/** Look-up key of a password form and its part of the list. FNV-1a; not a secret. */
export function commonPasswordKey(form: string): { part: number; key: string } {
  let hash = 0x811c9dc5;
  for (let at = 0; at < form.length; at += 1)
    hash = Math.imul(hash ^ form.charCodeAt(at), 0x01000193);
  return {
    part: (hash >>> 0) % COMMON_PASSWORD_PARTS,
    key: (hash >>> 8).toString(36),
  };
}

/** Reason why a password is too similar to its owner or the product; undefined if it is not. */
export function wordViolation(
  password: string,
  owner: PasswordOwner,
  productName: string,
): string | undefined {
  if (isMadeOf(password, wordsIn(productName))) return WORD_VIOLATIONS.product;
  const { email = '', givenName = '', familyName = '' } = owner;
  const [mailbox = ''] = email.split('@', 1);
  const own = [email, mailbox, givenName, familyName].flatMap(wordsIn);
  return isMadeOf(password, own, [email, mailbox]) ? WORD_VIOLATIONS.own : undefined;
}

/** Words of a name or address, separately and joined. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = [...plain.split(/[^\p{L}\p{N}]+/u), ...plain.split(/[^\p{L}]+/u), lettersOf(plain)];
  return words.filter((word) => lettersOf(word).length >= SHORTEST_OWN_WORD);
}

/**
 * Whether fewer than four letters and at most eight digits and symbols remain after removing these words or a complete address;
 * checks digits literally and as leetspeak.
 */
function isMadeOf(
  password: string,
  words: readonly string[],
  addresses: readonly string[] = [],
): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const withoutAddress = addresses
    .map((address) => address.normalize('NFKC').toLowerCase())
    .filter((address) => lettersOf(address).length >= SHORTEST_OWN_WORD && plain.includes(address))
    .map((address) => plain.replaceAll(address, ''));
  return (
    withoutAddress.some((rest) => isLittle(rest, lettersOf(rest))) ||
    [(text: string) => text, lettersForDigits].some((read) => {
      const text = read(plain);
      const letters = lettersOf(text);
      const longestFirst = [...new Set(words.map((word) => lettersOf(read(word))))].sort(
        (one, other) => other.length - one.length,
      );
      const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), letters);
      return rest !== letters && isLittle(text, lettersOf(rest));
    })
  );
}

/** Whether the remainder is too short to be a password. */
const isLittle = (text: string, letters: string): boolean =>
  letters.length < LEAST_OTHER_LETTERS &&
  text.length - lettersOf(text).length <= MAX_ADDED_CHARACTERS;

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');
