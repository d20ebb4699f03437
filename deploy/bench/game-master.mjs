import { setTimeout as pause } from 'node:timers/promises';
import { productClient } from './people.mjs';
import { upload } from './upload-client.mjs';

const UNREAD = ['waiting', 'reading'];

/**
 * A GM with a campaign, who makes the calls that a browser makes.
 * @param {{ url: string }} product
 * @param {string} token of the GM
 */
export async function gameMaster(product, token) {
  const client = productClient(product.url, token);
  /** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  const call = (method, path, body) => client.call(method, `/api${path}`, body);
  const game = { title: 'The Sunken Library', game_system: 'D&D 5e' };
  const { id: campaign } = await call('POST', '/campaigns/', game);

  /** @param {string} fileName @param {Buffer} content @returns {Promise<string>} the document's id */
  const uploadFile = (fileName, content) => {
    const contentType = 'application/octet-stream';
    return client.upload(campaign, { fileName, contentType, content, isSpoiler: false });
  };

  return {
    campaign,
    call,
    /**
     * Uploads a document of random bytes from a separate process.
     * @param {string} name
     * @param {number} bytes
     */
    async uploadLarge(name, bytes) {
      const file = { file_name: name, content_type: 'application/octet-stream', size: bytes };
      const asked = await call('POST', '/documents/presign/', { campaign, ...file });
      await upload({ url: asked.upload_url, headers: asked.headers, bytes });
      const made = { campaign, s3_key: asked.key, original_filename: name };
      await call('POST', '/documents/finalize/', made);
    },
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
