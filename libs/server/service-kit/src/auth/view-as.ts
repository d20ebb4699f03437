import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import { VIEW_AS_HEADER, viewAs, type ViewAs } from '@tomekeeper/contracts-values';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error';

const TAKES_VIEW_AS = Symbol('takes-view-as');

/** Marks an endpoint, scoped to one campaign, that a GM may call as one of its players; see `RequestedViewAs`. */
export const TakesViewAs = () =>
  applyDecorators(
    SetMetadata(TAKES_VIEW_AS, true),
    ApiHeader({
      name: VIEW_AS_HEADER,
      required: false,
      description: 'By a game master of the campaign: the id of a player, or `party`.',
    }),
  );

/** Rejects the header on all other endpoints: ignoring it would show the GM's view as a player's. */
@Injectable()
export class ViewAsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const given = headerOf(context);
    if (given === undefined) return true;
    if (!this.reflector.get<boolean | undefined>(TAKES_VIEW_AS, context.getHandler()))
      throw refused('This operation is not available while viewing as another user.');
    if (!viewAs.safeParse(given).success)
      throw refused('Specify the viewer: the user ID of a player, or “party”.');
    return true;
  }
}

/** Impersonated viewer of the request; the service checks that the caller is a GM of the campaign. */
export const RequestedViewAs = createParamDecorator(
  (_: unknown, context: ExecutionContext): ViewAs | undefined =>
    viewAs.optional().parse(headerOf(context)),
);

const headerOf = (context: ExecutionContext): string | string[] | undefined =>
  context.switchToHttp().getRequest<FastifyRequest>().headers[VIEW_AS_HEADER];

const refused = (sentence: string) => new DomainError('invalid', 'view_as.refused', sentence);

/** Error for callers who are not GMs of the campaign, whether it exists or not. */
export const onlyGmsViewAs = () =>
  new DomainError(
    'forbidden',
    'view_as.gms_only',
    'Only a game master of the campaign can view it as another user.',
  );

export const unknownViewAs = () => refused('There is no such player in this campaign.');
