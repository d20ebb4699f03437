import { createHash, randomUUID } from 'node:crypto';
import { Keyring } from '@tomekeeper/service-kit';
import { SubscriberTokens } from './subscriber-tokens';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const tokensOf = (keys: string) => new SubscriberTokens(Keyring.parse(keys));
const tokens = tokensOf(`1:${key(1)}`);
const ID = randomUUID();

describe('the link that verifies a subscription', () => {
  it('holds 32 random bytes, of which only the hash is stored', () => {
    const { token, hash } = tokens.createVerification();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(hash).toEqual(createHash('sha256').update(token).digest());
    expect(tokens.verificationHash(token)).toEqual(hash);
    expect(tokens.createVerification().token).not.toBe(token);
  });
});

describe('the link that ends a subscription', () => {
  const token = tokens.unsubscribeToken(ID);
  const [id = '', version = '', signature = ''] = token.split('.');

  it('tells whose it is', () => {
    expect(token).toMatch(/^[0-9a-f-]{36}\.1\.[\w-]{43}$/);
    expect(tokens.subscriberOf(token)).toBe(ID);
  });

  it('remains valid after a key rotation until its key is retired', () => {
    const rotated = tokensOf(`12:${key(2)},1:${key(1)}`);
    expect(rotated.subscriberOf(token)).toBe(ID);
    expect(rotated.unsubscribeToken(ID)).toContain(`${ID}.12.`);
    expect(rotated.subscriberOf(rotated.unsubscribeToken(ID))).toBe(ID);
    expect(tokensOf(`12:${key(2)}`).subscriberOf(token)).toBeUndefined();
  });

  it.each([
    ['of somebody else', `${randomUUID()}.${version}.${signature}`],
    ['of another key', `${id}.2.${signature}`],
    ['with another signature', `${id}.${version}.${'A'.repeat(43)}`],
    ['with more before it', `x${token}`],
    ['with more after it', `${token}x`],
    ['cut off', token.slice(0, -1)],
    ['without a version', `${id}..${signature}`],
    ['empty', ''],
  ])('is nobody’s when it is one %s', (_what, made) => {
    expect(tokens.subscriberOf(made)).toBeUndefined();
  });

  it('differs from a signature of the same key for another purpose', () => {
    const mac = Keyring.parse(`1:${key(1)}`)
      .mac(ID, 'robot-check')
      .toString('base64url');
    expect(tokens.subscriberOf(`${ID}.1.${mac}`)).toBeUndefined();
    expect(signature).toBe(
      Keyring.parse(`1:${key(1)}`)
        .mac(ID, 'one-click-unsubscribe')
        .toString('base64url'),
    );
  });
});
