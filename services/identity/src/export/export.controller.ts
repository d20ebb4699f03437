import { Controller, Get, Header, Param, Post, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { exportAnswer, type ExportAnswer } from '@tomekeeper/contracts-identity';
import {
  Answers,
  CurrentUser,
  DomainError,
  HasEffect,
  Public,
  type User,
} from '@tomekeeper/service-kit';
import { AccountRecordsSource } from './account-records';
import { ExportArchive } from './export-archive';
import { ExportTickets } from './export-tickets';

const FILE_NAME = 'tomekeeper-data';

/** Export of all personal data of the signed-in user. */
@ApiTags('account')
@Controller('api/account/export')
export class ExportController {
  constructor(
    private readonly tickets: ExportTickets,
    private readonly records: AccountRecordsSource,
    private readonly archive: ExportArchive,
  ) {}

  @Post()
  @ApiBearerAuth()
  @ApiOperation({ summary: 'A link for one plain download of the copy' })
  @Answers(exportAnswer)
  async prepare(@CurrentUser() { id, claims }: User): Promise<ExportAnswer> {
    // Fetched before the download starts, because a failed download shows no error message.
    await this.records.of(id);
    const { token, expiresAt } = await this.tickets.issue(id, claims.origin_jti);
    return { url: `/api/account/export/${token}/`, expires_at: expiresAt.toISOString() };
  }

  @Get(':ticket')
  @HasEffect()
  @Public()
  @ApiOperation({ summary: 'The copy as a zip; the link is the credential and works once' })
  @Header('Cache-Control', 'no-store')
  async download(@Param('ticket') ticket: string): Promise<StreamableFile> {
    const person = await this.tickets.redeem(ticket);
    if (person === undefined) throw linkUsed();
    const stream = await this.archive.open(await this.records.of(person));
    const day = new Date().toISOString().slice(0, 10);
    return new StreamableFile(stream, {
      type: 'application/zip',
      disposition: `attachment; filename="${FILE_NAME}-${day}.zip"`,
    });
  }
}

const linkUsed = () =>
  new DomainError(
    'not-found',
    'export.link_used',
    'This link works once and for a minute. Ask for a new one on your account page.',
  );
