import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { characterRequest, type CharacterRequest } from '@tomekeeper/contracts-campaign';
import { AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from './campaign.errors';
import { CharactersService } from './characters.service';

@ApiTags('campaigns')
@ApiBearerAuth()
@Controller('api/campaigns/:id/character')
export class CharactersController {
  constructor(private readonly characters: CharactersService) {}

  @Put()
  @AnswersNothing()
  write(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: characterRequest }) body: CharacterRequest,
  ): Promise<void> {
    return this.characters.write(campaign, user.id, body);
  }

  @Delete()
  @AnswersNothing()
  delete(@Param('id', CampaignIdPipe) campaign: string, @CurrentUser() user: User): Promise<void> {
    return this.characters.write(campaign, user.id, null);
  }
}
