import type { PoolClient } from '../../clients/pool-clients';
import type { Subject } from '../../users/subjects';
import type { AuthAnswer, FirstFactorName } from '../challenge';

export const FIRST_FACTORS = Symbol('first factors');

/** Who begins a sign-in, and with what. */
export interface FirstFactorRequest {
  client: PoolClient;
  subject: Subject;
  /** Name as it was typed. */
  username: string;
  /** What came along, such as PASSWORD or SRP_A. */
  parameters: Readonly<Record<string, string>>;
}

/** Something that a sign-in can begin with, where people may choose. */
export interface FirstFactor {
  readonly name: FirstFactorName;
  /** For people who do not exist the answer must be one that they could give too, always the same. */
  isOpenTo(subject: Subject): Promise<boolean>;
  begin(request: FirstFactorRequest): Promise<AuthAnswer>;
}
