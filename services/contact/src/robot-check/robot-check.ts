import { DomainError } from '@tomekeeper/service-kit';

/** A check that was passed. */
export interface PassedCheck {
  /** Identifies a solved check, so that it is accepted once; absent if its provider ensures that. */
  once?: { id: string; expiresAt: Date };
}

/** Tells people from programs by the token that came with a form. */
export abstract class RobotCheck {
  /** @throws {DomainError} when the token does not show a passed check */
  abstract verify(token: string): Promise<PassedCheck>;
}

const FIELD = 'recaptcha_token';

/** No token at all: the sentence is the form's own. */
export const checkMissing = () =>
  refusal('contact.robot_check_missing', 'Please complete the CAPTCHA.');

/** Wrong, too old or used before. */
export const checkFailed = () =>
  refusal('contact.robot_check_failed', 'The CAPTCHA was not accepted. Please try it again.');

const refusal = (code: string, sentence: string) =>
  new DomainError('invalid', code, sentence, { fields: { [FIELD]: [sentence] } });
