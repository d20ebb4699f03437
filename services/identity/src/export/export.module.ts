import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module';
import { ExportArchive } from './export-archive';
import { ExportController } from './export.controller';
import { ExportTickets } from './export-tickets';
import { PersonalDataSource } from './personal-data';

/** The copy of their data that someone downloads. */
@Module({
  imports: [ObjectsModule],
  controllers: [ExportController],
  providers: [ExportArchive, ExportTickets, PersonalDataSource],
})
export class ExportModule {}
