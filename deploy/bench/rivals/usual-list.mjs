// The campaign list as tutorials have it: Nest on Express, passport at each call, a repository's find.
// Plain JavaScript has no decorators, so they are called.
import 'reflect-metadata';
import { Controller, Get, Module, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { passportJwtSecret } from 'jwks-rsa';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { EntitySchema } from 'typeorm';
import { listenForBench } from '../processes.mjs';

const { DATABASE_URL, JWKS_URL = '', TOKEN_ISSUER, POOL_CLIENT_ID } = process.env;

const Campaign = new EntitySchema({
  name: 'campaign',
  columns: {
    id: { type: 'uuid', primary: true },
    owner: { type: 'uuid' },
    title: { type: 'text' },
    game_system: { type: 'text' },
    created_at: { type: 'timestamptz' },
  },
  relations: {
    players: { type: 'one-to-many', target: 'campaign_player', inverseSide: 'campaign' },
  },
});
const Player = new EntitySchema({
  name: 'campaign_player',
  columns: {
    campaign_id: { type: 'uuid', primary: true },
    player_id: { type: 'uuid', primary: true },
    position: { type: 'bigint' },
  },
  relations: {
    campaign: {
      type: 'many-to-one',
      target: 'campaign',
      inverseSide: 'players',
      joinColumn: { name: 'campaign_id' },
    },
  },
});

class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      issuer: TOKEN_ISSUER,
      audience: POOL_CLIENT_ID,
      algorithms: ['RS256'],
      secretOrKeyProvider: passportJwtSecret({ jwksUri: JWKS_URL, cache: true, rateLimit: true }),
    });
  }
  /** @param {unknown} claims */
  validate(claims) {
    return claims;
  }
}

class CampaignsController {
  /** @param {import('typeorm').Repository<any>} campaigns */
  constructor(campaigns) {
    this.campaigns = campaigns;
  }
  /** @param {{ user: { sub: string } }} request */
  async list({ user }) {
    // Only those that one owns: less than the product's query looks for.
    const found = await this.campaigns.find({
      where: { owner: user.sub },
      relations: { players: true },
      order: { created_at: 'DESC', players: { position: 'ASC' } },
    });
    return found.map(({ id, title, game_system, players }) => ({
      id,
      title,
      game_system,
      players: players.map((/** @type {any} */ { player_id }) => player_id),
    }));
  }
}
const list = Object.getOwnPropertyDescriptor(CampaignsController.prototype, 'list');
Controller('api/campaigns')(CampaignsController);
Get()(CampaignsController.prototype, 'list', list ?? {});
UseGuards(AuthGuard('jwt'))(CampaignsController.prototype, 'list', list ?? {});
Req()(CampaignsController.prototype, 'list', 0);
InjectRepository(Campaign)(CampaignsController, undefined, 0);

class AppModule {}
Module({
  imports: [
    PassportModule,
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: DATABASE_URL,
      entities: [Campaign, Player],
      synchronize: false,
    }),
    TypeOrmModule.forFeature([Campaign, Player]),
  ],
  controllers: [CampaignsController],
  providers: [JwtStrategy],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
await app.init();
listenForBench(app.getHttpServer());
