import { Controller, Get, SerializeOptions } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { robotChallenge, type RobotChallenge } from '@tomekeeper/contracts-contact';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError, Public } from '@tomekeeper/service-kit';
import { ProofOfWork } from './proof-of-work';
import { RobotCheck } from './robot-check';

/** Issues a proof-of-work challenge for the contact form. */
@Public()
@Controller('api/contact/challenge')
export class ChallengeController {
  constructor(
    private readonly check: RobotCheck,
    private readonly proofOfWork: ProofOfWork,
  ) {}

  @Get()
  @SerializeOptions({ schema: robotChallenge })
  @ApiOkResponse({ standardSchema: robotChallenge })
  get(): RobotChallenge {
    if (this.check !== this.proofOfWork)
      throw new DomainError(
        'not-found',
        GENERAL_CODES.notFound,
        'This installation uses another robot check.',
      );
    return this.proofOfWork.challenge();
  }
}
