import { useEffect, useState } from 'react';
import {
  commonFormsOf,
  commonPasswordKey,
  WORD_VIOLATIONS,
  wordViolation,
  type PasswordOwner,
} from '@tomekeeper/contracts-identity';
import { brand } from '@tomekeeper/ui/brand';
import { useAuthTools } from '../session/auth-tools';

/** Debounce for the word-list lookup. */
const PAUSE_MS = 250;

const SENTENCES: Readonly<Record<string, string>> = {
  [WORD_VIOLATIONS.common]: 'This is one of the first passwords that anyone would try.',
  [WORD_VIOLATIONS.own]: 'This is little more than your name or your email.',
  [WORD_VIOLATIONS.product]: `This is little more than the name ${brand.name}.`,
};

/** Whether a password is too easily thought of: a sentence, `fine`, or undefined until the list has been read. */
export function useWordProblem(
  password: string,
  owner: PasswordOwner,
): { sentence: string } | 'fine' | undefined {
  const { commonPasswordKeys } = useAuthTools();
  const [looked, setLooked] = useState<{ password: string; common: boolean }>();
  const own = wordViolation(password, owner, brand.name);

  useEffect(() => {
    if (!password) return;
    let changed = false;
    const look = async () => {
      const common = await isCommon(password, commonPasswordKeys).catch(() => undefined);
      // Without a response there is no warning; the pool checks again on submit.
      if (!changed && common !== undefined) setLooked({ password, common });
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      changed = true;
      clearTimeout(timer);
    };
  }, [password, commonPasswordKeys]);

  const isKnown = looked?.password === password;
  const violation = own ?? (isKnown && looked.common ? WORD_VIOLATIONS.common : undefined);
  if (violation !== undefined) return { sentence: SENTENCES[violation] ?? violation };
  return isKnown ? 'fine' : undefined;
}

type ReadPart = (part: number) => Promise<readonly string[]>;

/**
 * The password stays in the browser: only the numbers of the list shards that may contain it are
 * requested.
 */
async function isCommon(password: string, readPart: ReadPart): Promise<boolean> {
  const found = await Promise.all(
    commonFormsOf(password).map(async (form) => {
      const { part, key } = commonPasswordKey(form);
      return (await readPart(part)).includes(key);
    }),
  );
  return found.includes(true);
}
