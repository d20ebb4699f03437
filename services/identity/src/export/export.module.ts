import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module';
import { AccountRecordsSource } from './account-records';
import { ExportArchive } from './export-archive';
import { ExportController } from './export.controller';
import { ExportTickets } from './export-tickets';

/** Personal data export. */
@Module({
  imports: [DirectoryModule],
  controllers: [ExportController],
  providers: [AccountRecordsSource, ExportArchive, ExportTickets],
})
export class ExportModule {}
