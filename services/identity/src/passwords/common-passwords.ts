import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { commonFormsOf, commonPasswordKey, lettersForDigits } from '@tomekeeper/contracts-identity';

/**
 * The 14,517 lines are words of @zxcvbn-ts/language-common 4.1.3, MIT, copyright 2012-2016 Dan Wheeler
 * and Dropbox, Inc., 2021 @zxcvbn-ts; `tools/make-common-passwords.mjs` picks them.
 */
const FILE = path.join(__dirname, 'common-passwords.txt');

/** Passwords that everyone tries first. */
@Injectable()
export class CommonPasswords {
  private readonly forms: ReadonlySet<string>;
  private parts: ReadonlyMap<number, readonly string[]> | undefined;

  constructor() {
    const words = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
    this.forms = new Set([...words, ...words.map(lettersForDigits)]);
  }

  includes(password: string): boolean {
    return commonFormsOf(password).some((form) => this.forms.has(form));
  }

  /** Short hashes of a part of the list, for forms that look a password up without sending it. */
  part(part: number): readonly string[] {
    this.parts ??= this.divided();
    return this.parts.get(part) ?? [];
  }

  private divided(): Map<number, string[]> {
    const parts = new Map<number, string[]>();
    for (const form of this.forms) {
      const { part, key } = commonPasswordKey(form);
      const keys = parts.get(part);
      if (keys) keys.push(key);
      else parts.set(part, [key]);
    }
    return parts;
  }
}
