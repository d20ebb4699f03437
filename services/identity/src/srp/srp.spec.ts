import BigInteger from 'amazon-cognito-identity-js/lib/BigInteger';
import { createHmac, randomBytes } from 'node:crypto';
import { AuthenticationHelper } from 'amazon-cognito-identity-js';
import { fromBytes, K, ModularPower, N, signedBytes } from './modular-power';
import { parseClientA, parseTimestamp, Srp, type SrpIdentity } from './srp';

const modular = new ModularPower();
const srp = new Srp(modular);
const identity: SrpIdentity = {
  group: 'Tome1keeper',
  userId: '3f0a6a1e-5d2c-4c58-9a7e-0b6d0f6f9f01',
};
const TIMESTAMP = 'Wed Apr 5 22:42:34 UTC 2017';

afterAll(() => modular.onApplicationShutdown());

/** What a client of AWS's own making answers to a challenge. */
async function clientProof(
  password: string,
  challenge: { salt: bigint; publicB: bigint },
  secretBlock: Buffer,
): Promise<{ clientA: bigint; signature: string }> {
  const helper = new AuthenticationHelper(identity.group);
  const clientA = await new Promise<string>((resolve, reject) =>
    helper.getLargeAValue((error, value) => (error ? reject(error) : resolve(value.toString(16)))),
  );
  const key = await new Promise<Uint8Array>((resolve, reject) =>
    helper.getPasswordAuthenticationKey(
      identity.userId,
      password,
      new BigInteger(challenge.publicB.toString(16), 16),
      new BigInteger(challenge.salt.toString(16), 16),
      (error, value) => (error ? reject(error) : resolve(value)),
    ),
  );
  const signature = createHmac('sha256', key)
    .update(identity.group + identity.userId)
    .update(secretBlock)
    .update(TIMESTAMP)
    .digest('base64');
  return { clientA: BigInt(`0x${clientA}`), signature };
}

/** A sign-in up to its proof, by a client into which `typed` is typed. @returns whether that proves it */
async function exchange(password: string, typed = password, salt?: bigint) {
  const { verifier, ...stored } = await srp.makeVerifier(identity, password, salt);
  const server = await srp.challenge(verifier);
  const secretBlock = randomBytes(256);
  const challenge = { salt: stored.salt, publicB: server.publicB };
  const answer = await clientProof(typed, challenge, secretBlock);
  const proof = { identity, verifier, server, secretBlock, timestamp: TIMESTAMP, ...answer };
  return (bent: Partial<typeof proof> = {}) => srp.proves({ ...proof, ...bent });
}

describe('the group', () => {
  it('is the one of RFC 3526 that clients know', () => {
    expect(N.toString(16).slice(0, 16)).toBe('ffffffffffffffff');
    expect(signedBytes(N)).toHaveLength(385);
    expect(K.toString(16)).toBe('538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6');
  });

  it.each([
    [20n, '14'],
    [0n, '00'],
    [127n, '7f'],
    [128n, '0080'],
    [236n, '00ec'],
    [0xfffn, '0fff'],
  ])('writes %s as %s, as clients do', (value, hex) => {
    expect(signedBytes(value).toString('hex')).toBe(hex);
  });
});

describe('modular power', () => {
  it('agrees with plain arithmetic', async () => {
    const plain = (base: bigint, exponent: bigint) => {
      let result = 1n;
      for (let b = base % N, e = exponent; e > 0n; e >>= 1n, b = (b * b) % N)
        if (e & 1n) result = (result * b) % N;
      return result;
    };
    for (let round = 0; round < 5; round += 1) {
      const base = fromBytes(randomBytes(384));
      const exponent = fromBytes(randomBytes(32));
      expect(await modular.power(base, exponent)).toBe(plain(base, exponent));
      const [factor, outer] = [fromBytes(randomBytes(384)), fromBytes(randomBytes(32))];
      expect(await modular.powerOfProduct(factor, base, exponent, outer)).toBe(
        plain(factor * plain(base, exponent), outer),
      );
    }
    // No member of the subgroup that 2 generates: OpenSSL 3.5 refuses it in a group that it knows.
    expect(await modular.power(N - 4n, 3n)).toBe(N - 64n);
    expect(await modular.power(0n, 5n)).toBe(0n);
    expect(await modular.power(N + 1n, 5n)).toBe(1n);
    expect(await modular.power(N - 1n, 5n)).toBe(N - 1n);
    expect(await modular.power(7n, 0n)).toBe(1n);
  });

  it('leaves the event loop free', async () => {
    // Arithmetic on this thread would let the loop turn just once, however much of it there is.
    let ticks = 0;
    for (let powers = 20; powers < 2000 && ticks < 2; powers *= 2)
      ticks = await ticksDuring(powers);
    expect(ticks).toBeGreaterThan(1);
  });

  it('starts a new thread for one that has ended', async () => {
    const own = new ModularPower();
    await own.power(2n, 3n);
    await own.onApplicationShutdown();
    expect(await own.power(2n, 3n)).toBe(8n);
    await own.onApplicationShutdown();
  });
});

describe('a password sign-in', () => {
  const passwords = ['Correct-horse-1', 'pä55-ŵörd-Ω✓', '🎲🎲 dice Roll 20', 'x'.repeat(256)];
  const salts = [
    fromBytes(randomBytes(16)),
    0x00ff_0000_0000_0000_0000_0000_0000_0001n,
    0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffffn,
    0x0fn,
  ];

  it.each(passwords.map((password, index) => ({ password, salt: salts[index] ?? 1n })))(
    'agrees with a real client: $password',
    async ({ password, salt }) => {
      const proves = await exchange(password, password, salt);
      expect(await proves()).toBe(true);
      for (const bent of [
        { timestamp: 'Wed Apr 5 22:42:35 UTC 2017' },
        { signature: 'AAAA' },
        { secretBlock: randomBytes(256) },
      ])
        expect(await proves(bent)).toBe(false);
    },
    20_000,
  );

  it('fails with another password, another user or another pool', async () => {
    const wrong = await exchange('Right-pass-1', 'Wrong-pass-1');
    expect(await wrong()).toBe(false);
    const proves = await exchange('Right-pass-1');
    expect(await proves()).toBe(true);
    for (const other of [{ group: 'Other' }, { userId: 'other' }])
      expect(await proves({ identity: { ...identity, ...other } })).toBe(false);
  }, 20_000);

  it('checks a password that was sent in the clear', async () => {
    const stored = await srp.makeVerifier(identity, 'Right-pass-1');
    expect(await srp.passwordMatches(identity, stored, 'Right-pass-1')).toBe(true);
    expect(await srp.passwordMatches(identity, stored, 'right-pass-1')).toBe(false);
  });
});

describe('the public value of a client', () => {
  it('is refused when it would make the key known: a multiple of the prime', () => {
    expect(parseClientA('0')).toBeUndefined();
    expect(parseClientA(N.toString(16))).toBeUndefined();
  });
  it.each(['', 'xyz', '-5', '0x12', 'f'.repeat(769), ' 12'])('is refused when it is %j', (hex) => {
    expect(parseClientA(hex)).toBeUndefined();
  });
  it('is taken when it is a number of the group', () => {
    expect(parseClientA('00Ff')).toBe(255n);
  });
  it('proves nothing when it slips through as zero', async () => {
    const proves = await exchange('Right-pass-1');
    expect(await proves({ clientA: N, signature: '' })).toBe(false);
  });
});

/** How often the event loop turns while so many powers are computed. */
async function ticksDuring(powers: number): Promise<number> {
  let done = false;
  let ticks = 0;
  void Promise.all(
    Array.from({ length: powers }, () => modular.power(3n, fromBytes(randomBytes(32)))),
  ).then(() => (done = true));
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    ticks += 1;
  }
  return ticks;
}

it('reads the form that all clients send', () => {
  expect(parseTimestamp('Wed Apr 5 22:42:34 UTC 2017')).toBe(Date.UTC(2017, 3, 5, 22, 42, 34));
  expect(parseTimestamp('Sat Nov 21 09:00:00 UTC 2026')).toBe(Date.UTC(2026, 10, 21, 9));
});

it.each([
  'Wed Apr 05 22:42:34 UTC 2017',
  'Mi Apr 5 22:42:34 UTC 2017',
  'Wed Apr 5 22:42:34 GMT 2017',
  'Wed Apr 5 99:42:34 UTC 2017',
  '2017-04-05T22:42:34Z',
  '',
])('refuses %j', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
