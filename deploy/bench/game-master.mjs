import { setTimeout as pause } from 'node:timers/promises';
import { upload } from './upload-client.mjs';

const UNREAD = ['waiting', 'reading'];

/**
 * A GM with a campaign, who makes the calls that a browser makes.
 * @param {{ url: string }} product
 * @param {string} token of the GM
 */
export async function gameMaster(product, token) {
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const call = async (method, path, body) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const game = { title: 'The Sunken Library', game_system: 'D&D 5e' };
  const { id: campaign } = await call('POST', '/campaigns/', game);

  /**
   * Presign, send, finalize.
   * @param {string} name
   * @param {number} size in bytes
   * @param {(target: { url: string, headers: Record<string, string> }) => Promise<void>} send
   */
  async function store(name, size, send) {
    const { upload_url, key, headers } = await call('POST', '/documents/presign/', {
      campaign,
      file_name: name,
      content_type: 'application/octet-stream',
      is_spoilers: false,
      size,
    });
    await send({ url: upload_url, headers });
    return call('POST', '/documents/finalize/', {
      campaign,
      s3_key: key,
      original_filename: name,
      is_spoilers: false,
    });
  }

  /** @param {string} name @param {Buffer} bytes @returns {Promise<{ id: string }>} */
  const uploadFile = (name, bytes) =>
    store(name, bytes.length, async ({ url, headers }) => {
      const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (!answer.ok) throw new Error(`PUT: ${answer.status} ${await answer.text()}`);
    });

  return {
    campaign,
    call,
    /**
     * Uploads a document of random bytes from a separate process.
     * @param {string} name
     * @param {number} bytes
     */
    uploadLarge: (name, bytes) => store(name, bytes, (target) => upload({ ...target, bytes })),
    /** A document that holds its own name. @param {string} name */
    uploadSmall: (name) => uploadFile(name, Buffer.from(name)),
    uploadFile,
    /** Waits until no text is to be read any more. @param {number} [everyMs] how often it asks */
    async untilRead(everyMs = 200) {
      for (;;) {
        const documents = await call('GET', `/documents/?campaign=${campaign}`);
        const states = documents.map(
          (/** @type {{ text_state: string }} */ each) => each.text_state,
        );
        if (!states.some((/** @type {string} */ state) => UNREAD.includes(state))) return states;
        await pause(everyMs);
      }
    },
    async deleteDocuments() {
      for (const { id } of await call('GET', `/documents/?campaign=${campaign}`)) {
        await call('DELETE', `/documents/${id}/`);
        await call('DELETE', `/documents/trash/${id}/`);
      }
    },
  };
}
