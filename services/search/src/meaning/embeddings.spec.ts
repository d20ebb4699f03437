import { Metrics } from '@tomekeeper/service-kit';
import { startScriptedEmbeddings, type ScriptedEmbeddings } from '../../test/scripted-embeddings';
import { gmOf } from '../viewers/viewer';
import { Embeddings } from './embeddings';

const OWN_KEY = 'key-of-our-own-process';

let server: ScriptedEmbeddings;
beforeAll(async () => {
  server = await startScriptedEmbeddings();
});
afterAll(() => server.stop());

/** What a service with these settings sends, and to whom it says so. */
async function sentWith(settings: ConstructorParameters<typeof Embeddings>[0]) {
  const metrics = new Metrics();
  try {
    const embeddings = new Embeddings(settings, { warn: () => undefined }, metrics);
    await embeddings.ofPassages(['A lamp.']);
    const authorization = server.authorizations.at(-1);
    return { embeddings, authorization, model: server.models.at(-1) };
  } finally {
    metrics.onApplicationShutdown();
  }
}

const viewers = [true, false].map((allowsOutsideModels) =>
  gmOf({ campaign: 'c', allowsOutsideModels }),
);

it('asks our own process with its key and for its model, whatever GMs say of outside models', async () => {
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const { embeddings, ...sent } = await sentWith(own);
  expect(sent).toEqual({ authorization: `Bearer ${OWN_KEY}`, model: 'all-MiniLM-L6-v2' });
  expect(embeddings.sentTo).toBeUndefined();
  expect(viewers.map((viewer) => embeddings.mayRead(viewer))).toEqual([true, true]);
});

it('tells builds of our own model apart, and takes an outside service’s for the model that is named', async () => {
  server.build = 'all-MiniLM-L6-v2/int8';
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const outside = { ...own, EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'all-MiniLM-L6-v2' };
  const storedAs = async (settings: object) => (await sentWith(settings)).embeddings.storedAs;
  expect(await storedAs(own)).toBe('all-MiniLM-L6-v2/int8');
  expect(await storedAs(outside)).toBe('all-MiniLM-L6-v2');
  server.build = undefined;
  expect(await storedAs(own)).toBe('all-MiniLM-L6-v2');
});

it.each([undefined, 'their-key'])(
  'asks an outside service in its place, with the key of that one and never with ours: %p',
  async (theirs) => {
    const { embeddings, ...sent } = await sentWith({
      SEARCH_MODEL_URL: 'http://127.0.0.1:1/v1',
      SEARCH_MODEL_KEY: OWN_KEY,
      EMBEDDINGS_URL: server.url,
      EMBEDDINGS_MODEL: 'embed-3',
      EMBEDDINGS_KEY: theirs,
    });
    expect(sent).toEqual({ authorization: theirs && `Bearer ${theirs}`, model: 'embed-3' });
    // On this machine too: what is named so is somebody else's.
    expect(embeddings.sentTo).toBe(new URL(server.url).host);
    expect(viewers.map((viewer) => embeddings.mayRead(viewer))).toEqual([true, false]);
  },
);
