import { inbox } from '@tomekeeper/testing';
import { controlProduct, operateProduct, shipToProduct } from './product';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser stage of npm test.`);
  return value;
}

/** The product that all journeys of a run share. */
export const shared = {
  get url(): string {
    return required('E2E_URL');
  },
  get inbox() {
    return inbox(required('E2E_MAIL_URL'));
  },
  get dataDir(): string {
    return required('E2E_DATA_DIR');
  },
  /** Stops and starts its processes. Restart every process that you stop. */
  control: (...command: string[]) => controlProduct(required('E2E_DATA_DIR'), command),
  /** `npm run ship -- …` against it. */
  ship: (...command: string[]) => shipToProduct(required('E2E_DATA_DIR'), command),
  /** Runs `npm run identity -- …`. @returns its output */
  operate: (...command: string[]) => operateProduct(required('E2E_DATA_DIR'), command),
  /** An account that the operators make. @returns its temporary password */
  async createAccount(email: string, ...names: string[]): Promise<string> {
    const told = await shared.operate('create', email, ...names);
    const password = /^Temporary password: (\S+)$/m.exec(told)?.[1];
    if (!password) throw new Error(`no password in:\n${told}`);
    return password;
  },
};
