import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ApiError, createApiClient } from '@tomekeeper/api-client';
import {
  failedJobs,
  remotesState,
  searchModelState,
  serviceState,
  type RemotesState,
  type SearchModelState,
  type ServiceState,
} from '@tomekeeper/contracts-operations';
import { useShell, type Http } from '@tomekeeper/remote-kit';

const SERVICES = [
  'identity',
  'campaign',
  'document',
  'mailing',
  'contact',
  'live',
  'search',
] as const;
export type ServiceId = (typeof SERVICES)[number];

/** Prefix of all query keys. */
export const OPERATIONS_KEY = 'operations';
/** A page in the background does not ask: see TanStack Query's `refetchIntervalInBackground`. */
const EVERY_MS = 5_000;

/** Last response and later error. */
export interface Heard<Answer> {
  data: Answer | undefined;
  error: Error | null;
}

export interface Installation {
  services: readonly (Heard<ServiceState> & { id: ServiceId })[];
  /** The process that makes vectors of texts, as the search service hears of it. */
  searchModel: Heard<SearchModelState>;
  remotes: Heard<RemotesState>;
  isPending: boolean;
  /** For everyone but operators there is nothing here. */
  isNotForMe: boolean;
}

/**
 * All services, the embedding model and remotes, refetched every few seconds. Each can fail
 * independently.
 */
export function useInstallation(): Installation {
  const { http } = useShell();
  const services = useQueries({ queries: SERVICES.map((id) => ofService(http, id)) });
  const searchModel = useQuery(ofSearchModel(http));
  const remotes = useQuery(ofRemotes(http));
  const all = [...services, searchModel, remotes];
  return {
    services: services.map(({ data, error }, at) => ({
      id: SERVICES[at] as ServiceId,
      data,
      error,
    })),
    searchModel: { data: searchModel.data, error: searchModel.error },
    remotes: { data: remotes.data, error: remotes.error },
    isPending: all.some(({ isPending }) => isPending),
    isNotForMe: all.every(({ data }) => !data) && all.some(({ error }) => isNotFound(error)),
  };
}

/** Failed jobs of a queue, newest first. */
export function useFailedJobs(service: ServiceId, queue: string) {
  const { http } = useShell();
  return useQuery({
    queryKey: [OPERATIONS_KEY, service, queue],
    queryFn: ({ signal }) =>
      createApiClient(http).get(`${pathOf(service, queue)}/failed/`, {
        answer: failedJobs,
        signal,
      }),
    refetchInterval: EVERY_MS,
  });
}

export const pathOf = (service: ServiceId, queue: string): string =>
  `/api/operations/${service}/queues/${encodeURIComponent(queue)}`;

const ofService = (http: Http, id: ServiceId) =>
  queryOptions({
    queryKey: [OPERATIONS_KEY, id],
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/operations/${id}/`, { answer: serviceState, signal }),
    refetchInterval: ({ state }) => pause(state.error),
  });

const ofSearchModel = (http: Http) =>
  queryOptions({
    queryKey: [OPERATIONS_KEY, 'search-model'],
    queryFn: ({ signal }) =>
      createApiClient(http).get('/api/operations/search-model/', {
        answer: searchModelState,
        signal,
      }),
    refetchInterval: ({ state }) => pause(state.error),
  });

const ofRemotes = (http: Http) =>
  queryOptions({
    queryKey: [OPERATIONS_KEY, 'remotes'],
    queryFn: ({ signal }) =>
      createApiClient(http).get('/api/operations/remotes/', { answer: remotesState, signal }),
    refetchInterval: ({ state }) => pause(state.error),
  });

/** A person who is no operator is not asked for again. */
const pause = (error: unknown) => (isNotFound(error) ? false : EVERY_MS);

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
