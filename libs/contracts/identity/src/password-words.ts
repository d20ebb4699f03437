// No zod here, so that a form can use the rules without loading it.

/** Whose password it is, as far as that is known where it is chosen. */
export interface PasswordOwner {
  email?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
}

/** Reasons for which a password is refused although it has every kind of character. */
export const WORD_VIOLATIONS = {
  common: 'Password is one of the most common ones',
  own: 'Password must not be made of your name or e-mail address',
  product: "Password must not be made of this product's name",
} as const;

/** Lists of common passwords are given away in so many parts. */
export const COMMON_PASSWORD_PARTS = 256;

/** Digits and signs at the ends of a word that make no other password of it. */
const MAX_ADDED_CHARACTERS = 8;
const SHORTEST_WORD = 4;
/** Letters that a password must have beside the words that anyone would try first. */
const LEAST_OTHER_LETTERS = 4;
const SHORTEST_OWN_WORD = 3;

/**
 * What may stand in a list of common passwords when this one is too common: itself in lower case, and
 * without up to eight digits and signs around it; each also with digits read as the letters that they
 * stand for.
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

/** Digits and signs as the letters that people write them for; l is i, as 1 stands for both. */
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

/** What of a password is looked up, and in which part of the list. FNV-1a: it hides nothing. */
export function commonPasswordKey(form: string): { part: number; key: string } {
  let hash = 0x811c9dc5;
  for (let at = 0; at < form.length; at += 1)
    hash = Math.imul(hash ^ form.charCodeAt(at), 0x01000193);
  return {
    part: (hash >>> 0) % COMMON_PASSWORD_PARTS,
    key: (hash >>> 8).toString(36),
  };
}

/** Why a password is too close to its owner or to the product; undefined when it is not. */
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

/** The words of a name or an address, each alone and all in one. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = [...plain.split(/[^\p{L}\p{N}]+/u), ...plain.split(/[^\p{L}]+/u), lettersOf(plain)];
  return words.filter((word) => lettersOf(word).length >= SHORTEST_OWN_WORD);
}

/**
 * Whether fewer than four letters and no more than eight digits and signs are left once these words, or
 * one of the addresses as a whole, are taken out; digits are read either way.
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

/** Whether so few letters, beside the digits and signs of a text, make no password of their own. */
const isLittle = (text: string, letters: string): boolean =>
  letters.length < LEAST_OTHER_LETTERS &&
  text.length - lettersOf(text).length <= MAX_ADDED_CHARACTERS;

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');
