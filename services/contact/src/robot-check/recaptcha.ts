import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { checkFailed, checkMissing, RobotCheck, type PassedCheck } from './robot-check';

const TIMEOUT_MS = 4000;
const verdict = z.object({ success: z.boolean() });

/** Google's checkbox, version 2. Google itself takes each token once. */
export class Recaptcha extends RobotCheck {
  constructor(
    private readonly secret: string,
    private readonly verifyUrl: string,
  ) {
    super();
  }

  override async verify(token: string): Promise<PassedCheck> {
    if (!token) throw checkMissing();
    if (!(await this.ask(token))) throw checkFailed();
    return {};
  }

  private async ask(token: string): Promise<boolean> {
    try {
      const answer = await fetch(this.verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: this.secret, response: token }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return verdict.parse(await answer.json()).success;
    } catch (cause) {
      throw new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'The CAPTCHA can not be checked right now. Please try again in a moment.',
        { cause },
      );
    }
  }
}
