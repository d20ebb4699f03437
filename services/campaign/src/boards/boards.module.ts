import { Module } from '@nestjs/common';
import { BoardsController } from './boards.controller';
import { BoardsService } from './boards.service';

/** Boards of sessions: what GMs want at hand during the evening, in their order. */
@Module({ controllers: [BoardsController], providers: [BoardsService] })
export class BoardsModule {}
