import { Module } from '@nestjs/common';
import { ChecklistController } from './checklist.controller';
import { ChecklistService } from './checklist.service';
import { CloseSessions } from './close-sessions';
import { ReadSessionsController } from './read-sessions.controller';
import { SessionNewsController } from './session-news.controller';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';

/** Game sessions: plan, announce, run and close them; attendance and checklists. */
@Module({
  controllers: [
    SessionsController,
    ChecklistController,
    ReadSessionsController,
    SessionNewsController,
  ],
  providers: [SessionsService, ChecklistService, CloseSessions],
  exports: [SessionsService],
})
export class SessionsModule {}
