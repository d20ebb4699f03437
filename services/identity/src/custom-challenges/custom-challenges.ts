import { z } from 'zod';
import type { PoolUser } from '../users/pool-user';

/** A question of one's own, and how it was answered. */
export interface CustomRound {
  question: string;
  right: boolean;
}

/** Where a sign-in with questions of one's own stands. */
export interface CustomProgress {
  /** Undefined for an unknown user; the answer must not show it. */
  user: PoolUser | undefined;
  /** Whether the sign-in began with a right password. */
  passwordProved: boolean;
  rounds: readonly CustomRound[];
}

export const customQuestion = z.object({
  /** Names the question among the rounds. */
  name: z.string(),
  /** What the client gets to see. */
  parameters: z.record(z.string(), z.string()),
  /** What only {@link CustomChallenges.isRight} gets to see. */
  secret: z.record(z.string(), z.string()),
});
export type CustomQuestion = z.infer<typeof customQuestion>;

/**
 * Steps of sign-in that an installation writes itself, in place of the managed service's triggers. Give
 * one to `AppModule.forRoot`; without it CUSTOM_AUTH is refused.
 */
export interface CustomChallenges {
  /** What comes next: a question, the tokens, or the end. */
  next(progress: CustomProgress): Promise<CustomQuestion | 'tokens' | 'refused'>;
  isRight(question: CustomQuestion, answer: string, user: PoolUser | undefined): Promise<boolean>;
}

export const CUSTOM_CHALLENGES = Symbol('custom challenges');
