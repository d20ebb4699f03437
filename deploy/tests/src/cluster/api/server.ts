import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { DeploymentSpec } from 'kubernetes-types/apps/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import { ruleProblems } from '../../manifests/kubernetes/rules';
import { Controllers, type Behaviour } from './controllers';
import { discoveryAnswer } from './discovery';
import { apiVersionOf, KINDS, resourceName, type Kind } from './kinds';
import { Store, type Applied, type Change, type Stored } from './store';

/** An answer of the API server that is no success. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }

  /** As the API writes it. */
  status(): object {
    const { message, reason, code } = this;
    return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code };
  }
}

const unknownAddress = (): Refusal =>
  new Refusal(404, 'NotFound', 'the server could not find the requested resource');

/** What a request is about. */
type Target = {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
};

const ADDRESS =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+))?\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/;

/** Where `kubectl apply` writes the whole of what it applies, into the object itself. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Stands in for a Kubernetes API server and the cluster behind it, as far as kubectl and rollout.sh need it. It keeps
 * what kubectl applies, and refuses what breaks the rules of the manifests. The form of objects is not its business.
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
    const body = async () => JSON.parse(await text(request)) as Applied;
    switch (request.method) {
      case 'GET':
        if (target.name !== undefined) return this.show(target, response);
        if (query.get('watch') === 'true') return this.watch(target, query, response);
        return this.list(target, query, response);
      case 'POST':
        return send(response, 201, this.create(target, await body()));
      case 'PATCH':
        return send(response, 200, this.patch(target, await body()));
      case 'DELETE':
        this.store.delete(this.found(target));
        return send(response, 200, { kind: 'Status', apiVersion: 'v1', status: 'Success' });
      default:
        throw new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method');
    }
  }

  private found({ kind, namespace, name = '' }: Target): Stored {
    const object = this.store.get(kind.kind, namespace, name);
    if (object === undefined)
      throw new Refusal(404, 'NotFound', `${resourceName(kind)} "${name}" not found`);
    return object;
  }

  private show(target: Target, response: http.ServerResponse): void {
    const object = this.found(target);
    if (target.subresource === undefined) return send(response, 200, object);
    if (target.subresource !== 'log') throw unknownAddress();
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(`${this.controllers.logs.get(object.metadata.name) ?? ''}\n`);
  }

  private list(target: Target, query: URLSearchParams, response: http.ServerResponse): void {
    const { kind, namespace } = target;
    send(response, 200, {
      kind: `${kind.kind}List`,
      apiVersion: apiVersionOf(kind),
      metadata: { resourceVersion: String(this.store.version) },
      items: this.store.list(kind.kind, namespace).filter(chosenBy(target, query)),
    });
  }

  /** Everything that changes, from a version on; what is there first, where none is named. */
  private watch(target: Target, query: URLSearchParams, response: http.ServerResponse): void {
    const { kind, namespace } = target;
    const isChosen = chosenBy(target, query);
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = (type: string, object: object): void => {
      response.write(`${JSON.stringify({ type, object })}\n`);
    };
    const tell = ({ type, object }: Change): void => {
      if (isChosen(object)) write(type, object);
    };
    const from = Number(query.get('resourceVersion') ?? 0);
    if (from === 0)
      for (const object of this.store.list(kind.kind, namespace).filter(isChosen))
        write('ADDED', object);
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

  private create({ kind, namespace }: Target, given: Applied): Stored {
    const object = this.admitted(kind, namespace, given);
    const { name } = object.metadata;
    if (this.store.get(kind.kind, namespace, name))
      throw new Refusal(409, 'AlreadyExists', `${resourceName(kind)} "${name}" already exists`);
    return this.store.create(object);
  }

  /**
   * kubectl's patches have what is applied as a whole among their annotations, so that nothing is merged here. One
   * without it repeats what is there.
   */
  private patch(target: Target, { metadata }: Partial<Applied>): Stored {
    const before = this.found(target);
    const lastApplied = (of: ObjectMeta = {}) => of.annotations?.[LAST_APPLIED];
    const whole = lastApplied(metadata) ?? lastApplied(before.metadata);
    if (whole === undefined) throw new Refusal(415, 'UnsupportedMediaType', 'only apply is known');
    const applied = JSON.parse(whole) as Applied;
    const annotations = { ...applied.metadata.annotations, [LAST_APPLIED]: whole };
    const given = { ...applied, metadata: { ...applied.metadata, annotations } };
    const object = this.admitted(target.kind, target.namespace, given, before);
    return this.store.replace(before, object);
  }

  /** An object with what the API fills in, unless its namespace is missing or it breaks a rule. */
  private admitted(
    { kind, group }: Kind,
    namespace: string | undefined,
    given: Applied,
    before?: Stored,
  ): Applied {
    if (namespace !== undefined && !this.store.get('Namespace', undefined, namespace))
      throw new Refusal(404, 'NotFound', `namespaces "${namespace}" not found`);
    const object =
      kind === 'Deployment'
        ? { ...given, spec: { replicas: 1, ...(given.spec as object) } }
        : given;
    const problems = [...ruleProblems(object), ...fixedProblems(object, before)];
    if (problems.length > 0) {
      const what = `${kind}${group === '' ? '' : `.${group}`} "${object.metadata.name}"`;
      throw new Refusal(422, 'Invalid', `${what} is invalid: ${problems.join(', ')}`);
    }
    return object;
  }
}

/** What can't change any more once an object is there. */
const FIXED: Readonly<Record<string, 'selector' | 'template'>> = {
  Deployment: 'selector',
  Job: 'template',
};

function fixedProblems({ kind, spec }: Applied, before: Stored | undefined): readonly string[] {
  const field = FIXED[kind];
  if (field === undefined || before === undefined) return [];
  const valueOf = (of: unknown) => (of as DeploymentSpec)[field];
  const isSame = isDeepStrictEqual(valueOf(spec), valueOf(before.spec));
  return isSame ? [] : [`spec.${field}: field is immutable`];
}

/** Whether a list or a watch has an object in it: kubectl chooses by one label, or by the name. */
function chosenBy({ kind, namespace }: Target, query: URLSearchParams) {
  const [label, value] = query.get('labelSelector')?.split(/==?/) ?? [];
  const [field, name] = query.get('fieldSelector')?.split(/==?/) ?? [];
  if (field !== undefined && field !== 'metadata.name')
    throw new Error(`objects can't be chosen by ${field} here`);
  return ({ kind: own, metadata }: Stored): boolean =>
    own === kind.kind &&
    (namespace === undefined || metadata.namespace === namespace) &&
    (label === undefined || metadata.labels?.[label] === value) &&
    (name === undefined || metadata.name === name);
}

function targetOf(pathname: string): Target {
  const { group = '', version, plural, ...rest } = ADDRESS.exec(pathname)?.groups ?? {};
  const kind = KINDS.find(
    (each) => each.group === group && each.version === version && each.plural === plural,
  );
  if (kind === undefined) throw unknownAddress();
  return { kind, ...rest };
}

function send(response: http.ServerResponse, code: number, content: object): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify(content));
}
