/** A change of a rule that no test notices, and why none is asked to. */
export interface Accepted {
  /** From the root of the repository. */
  file: string;
  /** The line of it, as it is. */
  line: string;
  /** What a part of it may become unnoticed, as a report words it. */
  becomes: readonly string[];
  why: string;
}

/** What is left on purpose. Where it says so, a test could be written; elsewhere the change does nothing. */
export const ACCEPTED: readonly Accepted[] = [
  {
    file: 'services/identity/src/caller/caller.ts',
    line: "return typeof forwardedFor === 'string' && isIP(forwardedFor) && isInside(peer)",
    becomes: ['true'],
    why: 'A text of another type is no address either.',
  },
  {
    file: 'services/identity/src/lockout/lockout-rules.ts',
    line: 'return until > now && until <= now + MAX_PLAUSIBLE_LOCK_SECONDS * 1000;',
    becomes: ['until < now + MAX_PLAUSIBLE_LOCK_SECONDS * 1000'],
    why: 'A lock that ends to the millisecond when belief in it does.',
  },
  {
    file: 'services/identity/src/lockout/keyed-mutex.ts',
    line: '} finally {',
    becomes: ['{}'],
    why: 'It keeps the map small: who comes next waits for the same either way.',
  },
  {
    file: 'services/identity/src/lockout/keyed-mutex.ts',
    line: 'if (this.last.get(key) === mine) this.last.delete(key);',
    becomes: ['true', 'false', 'this.last.get(key) !== mine'],
    why: 'It keeps the map small: who comes next waits for the same either way.',
  },
  {
    file: 'services/identity/src/mfa/totp.ts',
    line: 'while (pending >= BITS) {',
    becomes: ['pending > BITS'],
    why: 'Five bits that are left over are written with the next byte, or at the end.',
  },
  {
    file: 'services/identity/src/sessions/refresh-rules.ts',
    line: "if (token.rotatedAt !== undefined && token.rotatedAt + graceMs < now) return 'reused';",
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: "const whole = target.startsWith('/') ? undefined : ABSOLUTE.exec(target);",
    becomes: ["target.endsWith('/')"],
    why: '`ABSOLUTE` begins with its own scheme, which no path does.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: 'const path = query < 0 ? target : target.slice(0, query);',
    becomes: ['query <= 0'],
    why: 'A target that begins with `?` is refused either way: no path is left of it.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: "if (decoded === undefined || !isPlain(decoded.replace(/%[0-9A-F]{2}/g, '_'))) return undefined;",
    becomes: ['/%[0-9A-F]/g'],
    why: 'One digit that is left over is a plain character.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: 'return query < 0 ? decoded : decoded + target.slice(query);',
    becomes: ['query <= 0'],
    why: 'A target that begins with `?` is refused either way: no path is left of it.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: "if (!path.includes('%')) return undefined;",
    becomes: ['false', '""'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: 'const UNRESERVED = /^[\\w.~-]$/;',
    becomes: ['/[\\w.~-]$/', '/^[\\w.~-]/'],
    why: 'It is asked of one character only.',
  },
  {
    file: 'services/gateway/src/admission/canonical-url.ts',
    line: 'const NEVER_ENCODED = /^[/\\\\;#?%\\u0000-\\u001f\\u007f]$/;',
    becomes: ['/[/\\\\;#?%\\u0000-\\u001f\\u007f]$/', '/^[/\\\\;#?%\\u0000-\\u001f\\u007f]/'],
    why: 'It is asked of one character only.',
  },
  {
    file: 'services/gateway/src/encodings.ts',
    line: "const [name = '', ...parameters] = part.trim().toLowerCase().split(';');",
    becomes: ['part'],
    why: 'The name is trimmed once more below.',
  },
  {
    file: 'services/gateway/src/admission/address-shares.ts',
    line: 'if (count > 1) this.counts.set(address, count - 1);',
    becomes: ['count >= 1'],
    why: 'A count of nothing is taken as none.',
  },
  {
    file: 'services/gateway/src/limits/local-counts.ts',
    line: 'return count.current > most ? this.windowMs - (now - count.began) : undefined;',
    becomes: ['now + count.began'],
    why: 'The clock of the spec begins with the window, at nothing.',
  },
  {
    file: 'services/gateway/src/proxy/forwarded-headers.ts',
    line: "connection === undefined || connection === 'keep-alive' || connection === 'close'",
    becomes: ['false', '""'],
    why: 'A short cut: no header of this name comes with it.',
  },
  {
    file: 'services/gateway/src/proxy/forwarded-headers.ts',
    line: "'x-forwarded-for',",
    becomes: ['""'],
    why: 'It is written anew below, whatever came.',
  },
  {
    file: 'services/gateway/src/proxy/forwarded-headers.ts',
    line: "'x-forwarded-host',",
    becomes: ['""'],
    why: 'It is written anew below, whatever came.',
  },
  {
    file: 'services/gateway/src/proxy/forwarded-headers.ts',
    line: "'x-forwarded-proto',",
    becomes: ['""'],
    why: 'It is written anew below, whatever came.',
  },
  {
    file: 'services/gateway/src/upstreams/failures.ts',
    line: "const code = 'code' in error ? String(error.code) : '';",
    becomes: ['"Stryker was here!"'],
    why: 'Another code that nobody knows.',
  },
  {
    file: 'services/document/src/storage/served-content.ts',
    line: "const ending = /\\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';",
    becomes: ['/\\.([a-z0-9]+)$/i.exec(fileName)?.[1].toLowerCase'],
    why: 'An ending of other characters does not match at all.',
  },
  {
    file: 'services/document/src/memberships/campaign-memberships.ts',
    line: 'async onApplicationShutdown(): Promise<void> {',
    becomes: ['{}'],
    why: 'Connections that end by themselves: the process ends after it.',
  },
  {
    file: 'services/document/src/storage/browser-access.ts',
    line: 'const ID = `pages of ${origin}`.slice(0, 255);',
    becomes: ['`pages of ${origin}`'],
    why: 'Origins are shorter; stores cut it at 255.',
  },
  {
    file: 'services/document/src/storage/browser-access.ts',
    line: 'if (!(error instanceof S3ServiceException)) throw error;',
    becomes: ['false'],
    why: 'What is no answer of the store has no status, and is thrown below.',
  },
  {
    file: 'services/document/src/storage/browser-access.ts',
    line: 'if (status < 400 || (status >= 500 && status !== 501)) throw error;',
    becomes: ['false'],
    why: 'What is no answer of the store has no status, and is thrown below.',
  },
  {
    file: 'services/document/src/storage/browser-access.ts',
    line: 'if (status < 400 || (status >= 500 && status !== 501)) throw error;',
    becomes: ['status <= 400'],
    why: 'No store answers a failure with less than 400.',
  },
  {
    file: 'services/document/src/storage/browser-access.ts',
    line: 'if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];',
    becomes: ['["Stryker was here"]'],
    why: 'One rule more that says nothing, which the store takes.',
  },
  {
    file: 'services/identity/src/export/archive-names.ts',
    line: 'const key = path.toLowerCase();',
    becomes: ['path.toUpperCase()'],
    why: 'Case is folded one way or the other; the few letters that differ only get a number more.',
  },
  {
    file: 'services/campaign/src/player-lookup/player-resolver.ts',
    line: "case 'unreadable':",
    becomes: ["case 'unreadable':", '""'],
    why: 'Nobody comes as far: such names are refused before.',
  },
  {
    file: 'services/mailing/src/mails/smtp-failure.ts',
    line: 'const isPermanent = isVerdict && responseCode !== undefined && responseCode >= 500;',
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'services/mailing/src/subscriptions/subscriber-tokens.ts',
    line: 'if (!subscriberId) return undefined;',
    becomes: ['false'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'services/contact/src/robot-check/proof-of-work.ts',
    line: 'const challenge = hashOf(salt, randomInt(HARDNESS + 1));',
    becomes: ['HARDNESS - 1'],
    why: 'One number of fifty thousand, drawn at random.',
  },
  {
    file: 'services/contact/src/robot-check/proof-of-work.ts',
    line: 'solution !== undefined &&',
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'services/contact/src/robot-check/proof-of-work.ts',
    line: 'const SALT = /^[0-9a-f]{24}\\?expires=(\\d{10})&key=(\\d+)&$/;',
    becomes: ['/[0-9a-f]{24}\\?expires=(\\d{10})&key=(\\d+)&$/'],
    why: 'A longer salt is no salt of ours: its hash is not the signed one.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: '} catch {',
    becomes: ['{}'],
    why: 'An entry that no host of a request is like.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: 'return name.toLowerCase();',
    becomes: ['name.toUpperCase()'],
    why: 'An entry that no host of a request is like.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: '...(isBound ? [bind] : []),',
    becomes: ['["Stryker was here"]'],
    why: 'An entry that no host of a request is like.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: 'if (host === undefined) return false;',
    becomes: ['false'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: 'this.isEverywhere = bind !== undefined && ANY_ADDRESS.has(bind);',
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: "const [address = ''] = name.replace(/^\\[|\\]$/g, '').split('%', 1);",
    becomes: ['/\\[|\\]$/g', '/^\\[|\\]/g'],
    why: 'Brackets stand at the ends only: names with others never come as far.',
  },
  {
    file: 'libs/server/http-guard/src/allowed-hosts.ts',
    line: "if (!address.includes(':')) return address.toLowerCase().replace(/\\.$/, '');",
    becomes: ['address.toUpperCase()'],
    why: 'Both sides are folded the same way.',
  },
  {
    file: 'libs/server/http-guard/src/network.ts',
    line: "const [head = '', tail = ''] = address.toLowerCase().split('::', 2);",
    becomes: ['address.toUpperCase()'],
    why: 'Both sides are folded the same way.',
  },
  {
    file: 'libs/server/http-guard/src/one-host.ts',
    line: 'for (let at = 0; at < rawHeaders.length; at += 2) {',
    becomes: ['at <= rawHeaders.length'],
    why: 'Nothing stands behind the last header.',
  },
  {
    file: 'libs/server/http-guard/src/one-host.ts',
    line: "if (name?.length === 4 && name.toLowerCase() === 'host') found++;",
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'libs/server/service-kit/src/sealing/keyring.ts',
    line: "if (version === undefined) throw new Error('The keyring is empty.');",
    becomes: ['false'],
    why: '`parse` makes no empty keyring.',
  },
  {
    file: 'libs/server/service-kit/src/sealing/keyring.ts',
    line: 'if (!key) {',
    becomes: ['true'],
    why: 'A guard for the type checker, or a short cut: what follows says the same of such a value.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: "const bare = plain.replace(/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu, '');",
    becomes: [
      '/[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu',
      '/^[^\\p{L}\\p{N}]|[^\\p{L}\\p{N}]+$/gu',
      '/^[^\\p{L}\\P{N}]+|[^\\p{L}\\p{N}]+$/gu',
      '/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+/gu',
    ],
    why: 'Left: the forms overlap, and another of them finds the same passwords.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: "const [mailbox = ''] = email.split('@', 1);",
    becomes: ['""'],
    why: 'The address as a whole is taken out as well.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: 'const words = [...plain.split(/[^\\p{L}\\p{N}]+/u), ...plain.split(/[^\\p{L}]+/u), lettersOf(plain)];',
    becomes: [
      '/[^\\p{L}\\p{N}]/u',
      '/[\\p{L}\\p{N}]+/u',
      '/[^\\P{L}\\p{N}]+/u',
      '/[^\\p{L}\\P{N}]+/u',
      '/[^\\p{L}]/u',
      '/[^\\P{L}]+/u',
      '/[\\p{L}]+/u',
    ],
    why: 'Left: three readings of a name overlap, and another finds the same words.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: '.filter((address) => lettersOf(address).length >= SHORTEST_OWN_WORD && plain.includes(address))',
    becomes: ['lettersOf(address).length > SHORTEST_OWN_WORD', 'true'],
    why: 'Left: an address is longer than any word of it; two letters of a mailbox are no word.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: 'const longestFirst = [...new Set(words.map((word) => lettersOf(read(word))))].sort(',
    becomes: ['[...new Set(words.map(word => lettersOf(read(word))))]'],
    why: 'Left: shorter words are parts of longer ones that are taken out with them.',
  },
  {
    file: 'libs/contracts/identity/src/password-words.ts',
    line: '(one, other) => other.length - one.length,',
    becomes: ['() => undefined', 'other.length + one.length'],
    why: 'Left: shorter words are parts of longer ones that are taken out with them.',
  },
];
