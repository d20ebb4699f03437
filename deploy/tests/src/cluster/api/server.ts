import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { treeOf } from '../rules/field-errors';
import { admitted } from './admission';
import { Controllers, type Behaviour } from './controllers';
import { discoveryAnswer } from './discovery';
import { apiVersionOf, KINDS, type Kind } from './kinds';
import { jsonMergePatch, strategicMergePatch } from './patches';
import { alreadyThere, badRequest, notThere, Refusal, unknownAddress } from './refusal';
import { chosenBy, type Choice } from './selection';
import { Store, type Change, type Stored } from './store';

/** What a request is about. */
type Target = {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
};

const ADDRESS =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/;
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Stands in for a Kubernetes API server and the cluster behind it. It keeps what kubectl applies, and refuses what
 * the real one would: by the form of the kinds and by their rules (`../rules`).
 */
export class ApiServer {
  readonly store = new Store();
  readonly behaviour: Behaviour = { failureOf: () => undefined, starts: () => true };
  private readonly controllers = new Controllers(this.store, this.behaviour);
  private readonly server = http.createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => {
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
      send(response, refusal.code, refusal.status());
    });
  });

  /** @returns the address of the server */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.controllers.stop();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://api');
    const discovered = request.method === 'GET' ? discoveryAnswer(pathname) : undefined;
    if (discovered) return send(response, 200, discovered);
    const target = targetOf(pathname);
    const choice = chosenBy(query);
    const isDry = query.get('dryRun') === 'All';
    switch (request.method) {
      case 'GET':
        if (target.name !== undefined) return this.show(target, response);
        if (query.get('watch') === 'true') return this.watch(target, choice, query, response);
        return this.list(target, choice, response);
      case 'POST':
        return send(response, 201, this.create(target, await body(request), isDry));
      case 'PATCH': {
        const type = request.headers['content-type'] ?? '';
        return send(response, 200, this.patch(target, await body(request), type, isDry));
      }
      case 'DELETE':
        return send(response, 200, this.delete(target, isDry));
      default:
        throw new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method');
    }
  }

  private found({ kind, namespace, name = '' }: Target): Stored {
    const object = this.store.get(kind, namespace, name);
    if (object === undefined) throw notThere(kind, name);
    return object;
  }

  private show(target: Target, response: http.ServerResponse): void {
    const object = this.found(target);
    if (target.subresource === undefined) return send(response, 200, object);
    if (target.subresource !== 'log') throw unknownAddress();
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(`${this.controllers.logs.get(object.metadata.name) ?? ''}\n`);
  }

  private list({ kind, namespace }: Target, choice: Choice, response: http.ServerResponse): void {
    send(response, 200, {
      kind: `${kind.kind}List`,
      apiVersion: apiVersionOf(kind),
      metadata: { resourceVersion: String(this.store.version) },
      items: this.store.list(kind, namespace).filter(choice),
    });
  }

  /** Everything that changes, from a version on; what is there first, where none is named. */
  private watch(
    { kind, namespace }: Target,
    choice: Choice,
    query: URLSearchParams,
    response: http.ServerResponse,
  ): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = (type: string, object: object): void => {
      response.write(`${JSON.stringify({ type, object })}\n`);
    };
    const isMeant = (object: Stored): boolean =>
      (namespace === undefined || object.metadata.namespace === namespace) && choice(object);
    const tell = (change: Change): void => {
      if (change.kind === kind && isMeant(change.object)) write(change.type, change.object);
    };
    const from = Number(query.get('resourceVersion') ?? 0);
    if (from === 0)
      for (const object of this.store.list(kind, namespace).filter(isMeant)) write('ADDED', object);
    else this.store.changes.filter(({ version }) => version > from).forEach(tell);
    if (query.get('sendInitialEvents') === 'true')
      write('BOOKMARK', {
        kind: kind.kind,
        apiVersion: apiVersionOf(kind),
        metadata: {
          resourceVersion: String(this.store.version),
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      });
    response.flushHeaders();
    response.on('close', this.store.watch(tell));
  }

  private create({ kind, namespace }: Target, given: unknown, isDry: boolean): object {
    const object = admitted(kind, given, { store: this.store, ...(namespace && { namespace }) });
    const name = String(treeOf(object['metadata'])['name']);
    if (this.store.get(kind, namespace, name)) throw alreadyThere(kind, name);
    return isDry ? object : this.store.create(kind, object);
  }

  private patch(target: Target, patch: unknown, type: string, isDry: boolean): object {
    const { kind, namespace } = target;
    const before = this.found(target);
    const patched = patchedBy(type, kind, before, patch);
    const context = { store: this.store, before, ...(namespace && { namespace }) };
    const object = admitted(kind, patched, context) as Stored;
    return isDry ? object : this.store.replace(kind, object);
  }

  private delete(target: Target, isDry: boolean): object {
    const object = this.found(target);
    if (!isDry) this.store.delete(target.kind, object);
    const { name, uid } = object.metadata;
    return {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Success',
      details: { name, uid, group: target.kind.group, kind: target.kind.plural },
    };
  }
}

function patchedBy(
  type: string,
  { isCustom, kind }: Kind,
  before: Stored,
  patch: unknown,
): unknown {
  if (type.startsWith('application/merge-patch+json')) return jsonMergePatch(before, patch);
  if (type.startsWith('application/strategic-merge-patch+json') && !isCustom)
    return strategicMergePatch(before, patch);
  throw new Refusal(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format: ${type} for ${kind}`,
  );
}

function targetOf(pathname: string): Target {
  const parts = ADDRESS.exec(pathname)?.groups ?? {};
  const isNamespace = parts['plural'] === undefined;
  const { group = '', version, namespace, plural, name, subresource } = parts;
  const kind = KINDS.find(
    (each) => each.group === group && each.version === version && each.plural === plural,
  );
  if (isNamespace || kind === undefined) throw unknownAddress();
  return {
    kind,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

async function body(request: http.IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new Refusal(413, 'RequestEntityTooLarge', 'the request is too large');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString()) as unknown;
  } catch {
    throw badRequest('the object provided is unrecognized (must be of JSON)');
  }
}

function send(response: http.ServerResponse, code: number, content: object): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(content));
}
