import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { DomainError } from '@tomekeeper/service-kit';
import { z } from 'zod';

/** A passed check. */
export interface PassedCheck {
  /** Identifies a solved check, so that it is accepted once; absent if the provider ensures that. */
  once?: { id: string; expiresAt: Date };
}

/** Bot protection by a token that the form sends. */
export abstract class RobotCheck {
  /** @throws {DomainError} when the token does not prove a passed check */
  abstract verify(token: string): Promise<PassedCheck>;
}

const FIELD = 'recaptcha_token';

/** For a missing token; the wording belongs to the form. */
export const checkMissing = () =>
  refusal('contact.robot_check_missing', 'Please complete the CAPTCHA.');

/** For a wrong, expired or used token. */
export const checkFailed = () =>
  refusal('contact.robot_check_failed', 'The CAPTCHA was not accepted. Please try it again.');

const refusal = (code: string, sentence: string) =>
  new DomainError('invalid', code, sentence, { fields: { [FIELD]: [sentence] } });

const TIMEOUT_MS = 4000;
const verdict = z.object({ success: z.boolean() });

/** reCAPTCHA v2 checkbox. Google accepts each token once. */
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
