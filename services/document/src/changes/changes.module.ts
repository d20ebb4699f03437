import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller';

/** The numbered changes of campaigns, for other services. */
@Module({ controllers: [ChangesController] })
export class ChangesModule {}
