import { Inject, Injectable } from '@nestjs/common';
import { livePointer } from '@tomekeeper/contracts-federation';
import type { RemotesState, RemoteState } from '@tomekeeper/contracts-operations';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type GatewayConfig, GATEWAY_CONFIG } from '../config';
import { Limits } from '../limits/limits';
import { isWithinLimits } from '../proxy/admit-call';
import { RemoteRegistry } from '../registry/remote-registry';
import { admitOperator } from './admit-operator';

/** History that `npm run ship` writes, newest first. */
const shipped = z.looseObject({
  history: z
    .array(
      z.object({
        version: z.string(),
        at: z.string(),
        withdrawn: z.boolean().optional(),
      }),
    )
    .catch([]),
});

/** `GET /api/operations/remotes/`: which versions of the remotes are live, for operators. */
@Injectable()
export class RemotesStateRoutes {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly registry: RemoteRegistry,
    private readonly limits: Limits,
  ) {}

  register(fastify: FastifyInstance): void {
    const { config, registry, limits } = this;
    fastify.get('/api/operations/remotes', {
      onRequest: async (request, reply) =>
        (await isWithinLimits(limits, 'problem', request, reply)) ? undefined : reply,
      handler: async (request): Promise<RemotesState> => {
        await admitOperator(request, config.IDENTITY_URL);
        const pointers = Object.entries(await registry.live());
        const remotes = pointers.flatMap(([id, pointer]) => stateOf(id, pointer) ?? []);
        return {
          remotes: remotes.sort((one, other) => one.id.localeCompare(other.id)),
        };
      },
    });
  }
}

/** @returns undefined for an invalid pointer; the response omits it */
function stateOf(id: string, content: unknown): RemoteState | undefined {
  const pointer = livePointer.safeParse(content);
  if (!pointer.success) return undefined;
  const { version, canary } = pointer.data;
  const { history } = shipped.parse(content);
  const since = history.find((stay) => stay.version === version)?.at;
  const earlier = history.find((stay) => stay.version !== version && !stay.withdrawn);
  return {
    id,
    version,
    live_since: since ?? null,
    canary: canary ? { version: canary.version, percent: canary.percent } : null,
    previous: earlier ? { version: earlier.version } : null,
  };
}
