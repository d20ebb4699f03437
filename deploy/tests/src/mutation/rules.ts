/** Files whose rules are mutated, and why it is these. */
export interface Rules {
  /** Folder of the project. */
  project: string;
  /** What these files decide. */
  about: string;
  /** Below `src`, without ending. The spec of the same name beside each is what must notice. */
  files: readonly string[];
}

/**
 * The rules of each service: decisions made in memory, that have a unit spec. What a query decides (who sees which
 * row, what a limit in the database allows) is no JavaScript to mutate; integration specs, the matrix of permissions
 * and the differential test of spoilers hold it. Wiring, screens and the words of mails are left out.
 */
export const RULES: readonly Rules[] = [
  {
    project: 'services/identity',
    about: 'guesses and locks, codes, tokens, factors, attributes, whose sign-up counts',
    files: [
      'users/attribute-rules',
      'caller/caller',
      'codes/code-rules',
      'export/archive-names',
      'identity-pool/own-prefix-policy',
      'lockout/lockout-rules',
      'lockout/keyed-mutex',
      'mfa/mfa-preference',
      'mfa/totp',
      'registration/confirmed-sign-up',
      'sessions/refresh-rules',
      'users/username',
    ],
  },
  {
    project: 'services/gateway',
    about:
      'spellings of paths, counts and limits, shares, headers that pass, replicas that are down',
    files: [
      'admission/address-shares',
      'admission/canonical-url',
      'encodings',
      'limits/counter-names',
      'limits/limit-groups',
      'limits/local-counts',
      'proxy/forwarded-headers',
      'registry/canary',
      'reports/own-page',
      'security-headers',
      'upstreams/failures',
    ],
  },
  {
    project: 'services/document',
    about:
      'file names, how files are served, who may see what of a campaign, pages that reach the store',
    files: [
      'model/file-name',
      'storage/served-content',
      'memberships/campaign-memberships',
      'storage/browser-access',
    ],
  },
  {
    project: 'services/campaign',
    about: 'how a player may be named, and who is looked up',
    files: ['player-lookup/player-reference', 'player-lookup/player-resolver'],
  },
  {
    project: 'services/mailing',
    about: 'links of subscribers, how many mails, which failures are final',
    files: [
      'mails/smtp-failure',
      'subscriptions/mail-allowance',
      'subscriptions/subscriber-tokens',
    ],
  },
  {
    project: 'services/contact',
    about: 'the proof of work of the contact form',
    files: ['robot-check/proof-of-work'],
  },
  {
    project: 'libs/server/http-guard',
    about: 'hosts that are answered, networks that addresses count as',
    files: ['allowed-hosts', 'network', 'one-host'],
  },
  {
    project: 'libs/server/service-kit',
    about: 'who may call an endpoint, sealed secrets',
    files: ['auth/access.guard', 'sealing/keyring'],
  },
  {
    project: 'libs/contracts/values',
    about: 'what a name, an address and an id may be',
    files: ['values'],
  },
  {
    project: 'libs/contracts/identity',
    about: 'passwords that are refused',
    files: ['password-words', 'password-rules'],
  },
];
