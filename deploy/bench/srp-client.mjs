import { createDiffieHellman, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

// The built CommonJS files, whose named exports Node can't detect.
const require = createRequire(import.meta.url);
const {
  fromBytes,
  hashToNumber: hash,
  K,
  N,
  N_BYTES,
  signedBytes: signed,
} = require('../../services/identity/dist/srp/modular-power.js');

/** The 3072-bit group of the protocol (RFC 3526, number 15). */
export const PRIME = N_BYTES;
const group = createDiffieHellman(PRIME, 2);

/**
 * Signing in with native arithmetic: the clients of browsers take a tenth of a second for theirs, in which
 * the service would only be waiting.
 * @param {{ user_pool_endpoint: string, user_pool_id: string, user_pool_client_id: string }} identity
 */
export function nativeSrpClient(identity) {
  const pool = identity.user_pool_id.split('_')[1] ?? '';
  const call = async (/** @type {string} */ operation, /** @type {object} */ input) => {
    const answer = await fetch(identity.user_pool_endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: identity.user_pool_client_id, ...input }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };

  /** @param {string} email @param {bigint} publicA */
  const begin = (email, publicA) =>
    call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: publicA.toString(16) },
    });

  return {
    begin,

    /** @param {{ email: string, password: string }} person @returns {Promise<string>} the ID token */
    async signIn({ email, password }) {
      const a = fromBytes(randomBytes(32));
      const publicA = power(2n, a);
      const { ChallengeParameters: challenge } = await begin(email, publicA);
      const publicB = BigInt(`0x${challenge.SRP_B}`);
      const user = challenge.USER_ID_FOR_SRP;
      const u = hash(signed(publicA), signed(publicB));
      const inner = createHash('sha256').update(`${pool}${user}:${password}`).digest();
      const x = hash(signed(BigInt(`0x${challenge.SALT}`)), inner);
      const base = (((publicB - K * power(2n, x)) % N) + N) % N;
      const shared = power(base, a + u * x);
      const key = hkdfSync('sha256', signed(shared), signed(u), 'Caldera Derived Key', 16);
      const block = challenge.SECRET_BLOCK;
      const time = timestamp(new Date());
      const signature = createHmac('sha256', Buffer.from(key))
        .update(pool + user)
        .update(Buffer.from(block, 'base64'))
        .update(time)
        .digest('base64');
      const { AuthenticationResult: tokens } = await call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: user,
          PASSWORD_CLAIM_SECRET_BLOCK: block,
          PASSWORD_CLAIM_SIGNATURE: signature,
          TIMESTAMP: time,
        },
      });
      return tokens.IdToken;
    },
  };
}

/** A public value that an honest client could send. */
export const anyPublicValue = () => power(2n, fromBytes(randomBytes(32)));

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  group.setPrivateKey(signed(exponent));
  return fromBytes(group.computeSecret(signed(base)));
}

/** `Sat Nov 21 14:03:09 UTC 2026`. @param {Date} date */
function timestamp(date) {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}
