import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { CoversController } from './covers.controller';
import { CoversService } from './covers.service';

/** Pictures that game masters have chosen for their campaigns. */
@Module({
  imports: [MembershipsModule, ObjectsModule],
  controllers: [CoversController],
  providers: [CoversService],
})
export class CoversModule {}
