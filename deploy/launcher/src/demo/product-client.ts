import { z } from 'zod';

const Me = z.object({ id: z.string() });
const Campaigns = z.array(z.object({ id: z.string(), title: z.string() }));
const Created = z.object({ id: z.string() });
const Documents = z.array(z.object({ original_filename: z.string() }));
const Members = z.object({
  people: z.array(z.object({ id: z.string(), character: z.unknown().optional() })),
});
const Sessions = z.array(z.unknown());
const Presigned = z.object({
  upload_url: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
});

export type DemoFile = {
  readonly fileName: string;
  /** Defaults to Markdown. */
  readonly contentType?: string;
  readonly content: string | Buffer;
  readonly isSpoiler: boolean;
};

/** A session as `POST /api/campaigns/{id}/sessions/` takes it, and the texts of its checklist. */
export type DemoSession = {
  readonly title: string;
  readonly title_released?: boolean;
  readonly announced?: boolean;
  readonly state?: 'closed';
  readonly number?: number;
  readonly starts_at: string;
  readonly time_zone: string;
  readonly checklist: readonly string[];
};

/**
 * API client of a signed-in user.
 * @param fetch the fetch implementation
 */
export function productClient(base: string, idToken: string, fetch = globalThis.fetch) {
  /** Sends a request like a browser does. @throws for every status but success */
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Presigns and sends a file. @returns its key in the store */
  async function store(
    campaign: string,
    {
      fileName,
      contentType = 'text/markdown; charset=utf-8',
      content,
    }: Omit<DemoFile, 'isSpoiler'>,
    more: object = {},
  ): Promise<string> {
    const { upload_url, headers, key } = Presigned.parse(
      await call('POST', '/api/documents/presign/', {
        campaign,
        file_name: fileName,
        content_type: contentType,
        size: Buffer.byteLength(content),
        ...more,
      }),
    );
    const body = typeof content === 'string' ? content : new Uint8Array(content);
    const stored = await fetch(upload_url, { method: 'PUT', headers, body });
    if (!stored.ok)
      throw new Error(`upload of ${fileName}: ${stored.status} ${await stored.text()}`);
    return key;
  }

  return {
    call,
    store,

    async myId(): Promise<string> {
      return Me.parse(await call('GET', '/api/me/')).id;
    },

    /** Returns the campaign with that title; creates it if missing. */
    async campaign(title: string, gameSystem: string): Promise<string> {
      const campaigns = Campaigns.parse(await call('GET', '/api/campaigns/'));
      const existing = campaigns.find((campaign) => campaign.title === title);
      if (existing) return existing.id;
      const body = { title, game_system: gameSystem, players: [] };
      return Created.parse(await call('POST', '/api/campaigns/', body)).id;
    },

    async addPlayers(campaign: string, players: readonly string[]): Promise<void> {
      await call('POST', `/api/campaigns/${campaign}/add-players/`, { players });
    },

    async fileNames(campaign: string): Promise<string[]> {
      const documents = Documents.parse(await call('GET', `/api/documents/?campaign=${campaign}`));
      return documents.map((document) => document.original_filename);
    },

    /**
     * Uploads like the upload dialog: presign, PUT, finalize.
     * @returns the document's id
     */
    async upload(campaign: string, { isSpoiler, ...file }: DemoFile): Promise<string> {
      const document = await call('POST', '/api/documents/finalize/', {
        campaign,
        s3_key: await store(campaign, file, { is_spoilers: isSpoiler }),
        is_spoilers: isSpoiler,
        original_filename: file.fileName,
      });
      return Created.parse(document).id;
    },

    /** Sets tags, category or the pin of a document. */
    async update(document: string, details: object): Promise<void> {
      await call('PATCH', `/api/documents/${document}/`, details);
    },

    /** Creates sessions with their checklists, if the campaign has none. */
    async addSessions(campaign: string, sessions: readonly DemoSession[]): Promise<void> {
      const all = `/api/campaigns/${campaign}/sessions/`;
      if (Sessions.parse(await call('GET', all)).length > 0) return;
      for (const { checklist, ...session } of sessions) {
        const { id } = Created.parse(await call('POST', all, session));
        for (const text of checklist) await call('POST', `${all}${id}/checklist/`, { text });
      }
    },

    /** Writes the user's character, if the campaign has none for them. */
    async addCharacter(campaign: string, user: string, character: object): Promise<void> {
      const { people } = Members.parse(await call('GET', `/api/campaigns/${campaign}/`));
      if (people.some(({ id, character }) => id === user && character)) return;
      await call('PUT', `/api/campaigns/${campaign}/character/`, character);
    },
  };
}
