/** A row of the table of product calls. */
export interface ExpectedCall {
  row: string;
  /** Whether it is the game master's, with a credential, or the visitor's, without. */
  by: 'game master' | 'visitor';
  call: string;
  /** All request fields. */
  payload?: readonly string[];
  /** All response fields; for lists, of each entry. */
  answer?: readonly string[];
  status: number;
}

/** Path with the id of the resource. */
const CAMPAIGN = ['id', 'title', 'game_system', 'players', 'role'];
const ME = ['id', 'email', 'first_name', 'last_name'];
const DOCUMENT = [
  ...['id', 'campaign', 'original_filename', 's3_key', 'is_spoilers', 'created_at'],
  // Additional fields of the library, for GMs.
  ...['kind', 'title', 'content_type', 'size', 'updated_at', 'tags', 'pinned'],
];
const DETAIL = ['detail'];
/** Names that go with the ids of players. */
const NAMES = 'people';

export const PRODUCT_CALLS: ExpectedCall[] = [
  {
    row: 'GET /api/me/ | none | id, email, first_name, last_name',
    by: 'game master',
    call: 'GET /api/me/',
    answer: ME,
    status: 200,
  },
  {
    row: 'PATCH /api/me/ | first_name, last_name | not shown',
    by: 'game master',
    call: 'PATCH /api/me/',
    payload: ['first_name', 'last_name'],
    answer: ME,
    status: 200,
  },
  {
    row: 'GET /api/campaigns/ | none | list of campaigns (id, title, game_system, players)',
    by: 'game master',
    call: 'GET /api/campaigns/',
    answer: CAMPAIGN,
    status: 200,
  },
  {
    row: 'GET /api/campaigns/{id}/ | none | id, title, game_system, players, owner',
    by: 'game master',
    call: 'GET /api/campaigns/{id}/',
    answer: [...CAMPAIGN, 'owner', NAMES],
    status: 200,
  },
  {
    row: 'POST /api/campaigns/ | title, game_system, players | id',
    by: 'game master',
    call: 'POST /api/campaigns/',
    payload: ['title', 'game_system', 'players'],
    answer: ['id'],
    status: 201,
  },
  {
    row: 'PATCH /api/campaigns/{id}/ | title, game_system | not shown',
    by: 'game master',
    call: 'PATCH /api/campaigns/{id}/',
    payload: ['title', 'game_system'],
    answer: [...CAMPAIGN, 'owner', NAMES],
    status: 200,
  },
  {
    row: 'POST /api/campaigns/{id}/add-players/ | players (list of user ids) | players',
    by: 'game master',
    call: 'POST /api/campaigns/{id}/add-players/',
    payload: ['players'],
    answer: ['players', NAMES],
    status: 200,
  },
  {
    row: 'POST /api/campaigns/{id}/remove-players/ | players | players',
    by: 'game master',
    call: 'POST /api/campaigns/{id}/remove-players/',
    payload: ['players'],
    answer: ['players', NAMES],
    status: 200,
  },
  {
    row: 'GET /api/documents/ | none | all documents',
    by: 'game master',
    call: 'GET /api/documents/',
    answer: DOCUMENT,
    status: 200,
  },
  {
    row: 'POST /api/documents/presign/ | campaign, file_name, content_type, is_spoilers | upload_url, key, headers',
    by: 'game master',
    call: 'POST /api/documents/presign/',
    // Product-specific fields: the signed size, and the hash that identifies duplicates.
    payload: [
      ...['campaign', 'file_name', 'content_type', 'is_spoilers'],
      ...['size', 'content_fingerprint'],
    ],
    answer: ['upload_url', 'key', 'headers'],
    status: 200,
  },
  {
    row: 'POST /api/documents/finalize/ | campaign, s3_key, is_spoilers, original_filename | the document',
    by: 'game master',
    call: 'POST /api/documents/finalize/',
    // Also sends the id by which the tab recognizes the event of the upload.
    payload: ['campaign', 's3_key', 'is_spoilers', 'original_filename', 'change'],
    answer: DOCUMENT,
    status: 201,
  },
  {
    row: 'DELETE /api/documents/{id}/ | none | not shown',
    by: 'game master',
    call: 'DELETE /api/documents/{id}/',
    status: 204,
  },
  {
    row: 'POST /api/subscribe/ | email, name | not shown',
    by: 'visitor',
    call: 'POST /api/subscribe/',
    payload: ['email', 'name'],
    answer: DETAIL,
    status: 201,
  },
  {
    row: 'GET /api/subscribe/verify/?token= | none | detail',
    by: 'visitor',
    call: 'GET /api/subscribe/verify/',
    answer: DETAIL,
    status: 200,
  },
  {
    row: 'POST /api/subscribe/resend/ | email | detail',
    by: 'visitor',
    call: 'POST /api/subscribe/resend/',
    payload: ['email'],
    answer: DETAIL,
    status: 200,
  },
  {
    row: 'POST /api/subscribe/unsubscribe/ | email | detail',
    by: 'visitor',
    call: 'POST /api/subscribe/unsubscribe/',
    payload: ['email'],
    answer: DETAIL,
    status: 200,
  },
  {
    row: 'POST /api/contact/ | name, email, subject, message, recaptcha_token | not shown',
    by: 'visitor',
    call: 'POST /api/contact/',
    payload: ['name', 'email', 'subject', 'message', 'recaptcha_token'],
    answer: DETAIL,
    status: 201,
  },
];
