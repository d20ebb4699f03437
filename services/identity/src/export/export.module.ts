import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module';
import { AccountRecordsSource } from './account-records';
import { ExportArchive } from './export-archive';
import { ExportController } from './export.controller';
import { ExportTickets } from './export-tickets';

/** The copy of their data that someone downloads. */
@Module({
  imports: [DirectoryModule],
  controllers: [ExportController],
  providers: [AccountRecordsSource, ExportArchive, ExportTickets],
})
export class ExportModule {}
