import { randomUUID } from 'node:crypto';
import { poolOf, type Person } from '@tomekeeper/launcher/demo';
import type { Product } from '../product/product';

/** A response or error that a user saw. */
export type Seen = {
  readonly action: Action;
  readonly status: number;
  /** Duration of the action's last call: the failed one, or the final one. */
  readonly milliseconds: number;
  /** The user-facing message. */
  readonly words: string;
  readonly type: string;
  readonly retryAfter: string | null;
};

export const ACTIONS = [
  'home page',
  'campaigns',
  'documents',
  'opening a document',
  'upload',
  'contact',
  'subscribing',
  'sign-in',
  'account',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Every response must arrive within this time, regardless of the failure. */
const LONGEST_MS = 15_000;
const CONTENT = 'A dragon sleeps below the chapel.';

/** A document in the API's response. */
export type Made = { readonly id: string; readonly s3_key: string };

type Answer = Omit<Seen, 'action'> & { readonly body: unknown };

/** A simulated user who performs every kind of action and records the exact responses. */
export class Visitor {
  private token = '';
  private pool = { endpoint: '', clientId: '' };
  private campaign = '';
  private document = '';

  constructor(
    private readonly product: Product,
    readonly person: Person,
  ) {}

  /** Signs in, and creates the data for later reads. */
  async settleIn(): Promise<void> {
    await this.signIn();
    const body = { title: `Watched ${randomUUID()}`, game_system: 'Any', players: [] };
    this.campaign = idOf(expectOk(await this.api('POST', '/api/campaigns/', body)));
    const uploaded = await this.upload();
    this.document = idOf(expectOk(uploaded));
  }

  async signIn(): Promise<void> {
    const { identity, client } = await poolOf(this.product.url);
    this.pool = { endpoint: identity.user_pool_endpoint, clientId: identity.user_pool_client_id };
    this.token = await client.signIn(this.person);
  }

  see(action: Action): Promise<Seen> {
    return this.seenDoing(action, this.actions[action]);
  }

  private async seenDoing(action: Action, act: () => Promise<Answer>): Promise<Seen> {
    const { body: _body, ...answer } = await act();
    return { action, ...answer };
  }

  async makeDocument(): Promise<Made> {
    return expectOk(await this.upload()).body as Made;
  }

  /** Deletes permanently, so that the file is removed too. */
  async delete({ id }: Made): Promise<void> {
    expectOk(await this.api('DELETE', `/api/documents/${id}/`));
    expectOk(await this.api('DELETE', `/api/documents/trash/${id}/`));
  }

  /**
   * Uploads a file up to the store.
   * @returns a function that finalizes the upload
   */
  async uploadFile(): Promise<() => Promise<Seen>> {
    const stored = await this.store();
    if (typeof stored !== 'string') throw new Error(`${stored.status} ${stored.words}`);
    return () => this.seenDoing('upload', () => this.finalize(stored));
  }

  /** @returns the subscribed address */
  async subscribe(domain = 'visitors.example'): Promise<{ address: string; answer: Answer }> {
    const address = `${randomUUID()}@${domain}`;
    return { address, answer: await this.api('POST', '/api/subscribe/', { email: address }) };
  }

  async logOut(): Promise<void> {
    expectOk(await this.api('POST', '/api/logout/'));
  }

  private readonly actions: Record<Action, () => Promise<Answer>> = {
    'home page': () => this.call(`${this.product.url}/`),
    campaigns: () => this.api('GET', '/api/campaigns/'),
    documents: () => this.api('GET', `/api/documents/?campaign=${this.campaign}`),
    'opening a document': () => this.open(),
    upload: () => this.upload(),
    contact: () =>
      this.api('POST', '/api/contact/', {
        email: 'somebody@visitors.example',
        message: randomUUID(),
        recaptcha_token: '',
      }),
    subscribing: async () => (await this.subscribe()).answer,
    'sign-in': async () => this.beginSignIn(),
    account: () => this.api('GET', '/api/me/'),
  };

  private async open(): Promise<Answer> {
    const answer = await this.api('GET', `/api/documents/${this.document}/content/`);
    if (answer.status !== 200) return answer;
    return this.call((answer.body as { url: string }).url);
  }

  /** Uploads like the upload dialog, and stops at the first failure. */
  private async upload(): Promise<Answer> {
    const stored = await this.store();
    return typeof stored === 'string' ? this.finalize(stored) : stored;
  }

  private finalize(key: string): Promise<Answer> {
    const body = { campaign: this.campaign, s3_key: key };
    return this.api('POST', '/api/documents/finalize/', body);
  }

  /** @returns the key of the stored object, or the failure */
  private async store(): Promise<Answer | string> {
    const presigned = await this.api('POST', '/api/documents/presign/', {
      campaign: this.campaign,
      file_name: `${randomUUID()}.md`,
      content_type: 'text/markdown',
      size: CONTENT.length,
    });
    if (presigned.status >= 300) return presigned;
    const { upload_url, key, headers } = presigned.body as {
      upload_url: string;
      key: string;
      headers: Record<string, string>;
    };
    const stored = await this.call(upload_url, { method: 'PUT', headers, body: CONTENT });
    return stored.status >= 300 ? stored : key;
  }

  private async beginSignIn(): Promise<Answer> {
    const { endpoint, clientId } = this.pool;
    return this.call(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({
        ClientId: clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: this.person.email, SRP_A: 'abcdef0123456789' },
      }),
    });
  }

  private api(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(this.product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  private async call(url: string, init: RequestInit = {}): Promise<Answer> {
    const began = performance.now();
    const since = () => performance.now() - began;
    try {
      const signal = AbortSignal.timeout(LONGEST_MS + 3_000);
      const answer = await fetch(url, { ...init, signal });
      const text = await answer.text();
      const { status, headers } = answer;
      const type = headers.get('content-type') ?? '';
      const body: unknown = /json/.test(type) && text !== '' ? JSON.parse(text) : text;
      const retryAfter = headers.get('retry-after');
      return { status, type, body, words: wordsOf(body), retryAfter, milliseconds: since() };
    } catch (error) {
      const words = String(error);
      return { status: 0, type: '', body: '', words, retryAfter: null, milliseconds: since() };
    }
  }
}

function wordsOf(body: unknown): string {
  if (typeof body === 'string') return /<Message>([^<]*)/.exec(body)?.[1] ?? '';
  if (typeof body !== 'object' || body === null) return '';
  if ('detail' in body) return String(body.detail);
  return 'message' in body ? String(body.message) : '';
}

function expectOk(answer: Answer): Answer {
  if (answer.status >= 300 || answer.status === 0)
    throw new Error(`${answer.status} ${answer.words}`);
  return answer;
}

const idOf = ({ body }: Answer): string => (body as { id: string }).id;

/** Describes responses that no user may ever get; empty when all were acceptable. */
export function faultsOf(seen: readonly Seen[], { storeMayBeGone = false } = {}): string[] {
  return seen.flatMap(({ action, status, milliseconds, words, type, retryAfter }) => {
    const faults: string[] = [];
    const fromStore =
      (action === 'upload' || action === 'opening a document') && !/json/.test(type);
    if (milliseconds > LONGEST_MS && !(storeMayBeGone && fromStore))
      faults.push(`took ${(milliseconds / 1000).toFixed(1)} s`);
    if (status === 0 && !(storeMayBeGone && fromStore)) faults.push(`no answer: ${words}`);
    if (status >= 500 && status !== 503 && !(storeMayBeGone && fromStore)) faults.push(`${status}`);
    // Responses of an external store are not ours.
    if (status === 503 && !fromStore) {
      if (retryAfter === null) faults.push('503 without Retry-After');
      if (!/problem\+json|amz-json/.test(type)) faults.push(`503 as '${type}'`);
      if (!/\w+ .*\./.test(words)) faults.push(`503 without a sentence: '${words}'`);
    }
    return faults.map((fault) => `${action}: ${fault} (${status} ${words})`);
  });
}
