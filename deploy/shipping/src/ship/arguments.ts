import { StartupProblem } from '@tomekeeper/cli-kit';

/** A parsed `npm run ship` command. */
export type Wanted =
  | { readonly do: 'status' | 'sweep' }
  | { readonly do: 'promote' | 'rollback'; readonly remote: string }
  | { readonly do: 'ship'; readonly remote: string; readonly from?: string }
  | { readonly do: 'canary'; readonly remote: string; readonly percent: number };

export const USAGE = `Usage: npm run ship -- <remote>                 build it and make it live
       npm run ship -- <remote> --to 10%        build it and give it to one visitor in ten
       npm run ship -- <remote> --to 50%        give the one being tried to more
       npm run ship -- <remote> --to 100%       give the one being tried to all (or --promote)
       npm run ship -- <remote> --from <folder> make a build from elsewhere live
       npm run ship -- <remote> --rollback      end the trial, or go back to the version before
       npm run ship -- status | sweep`;

/** The command was called wrongly: the usage is shown, and the exit code is 2. */
export class UsageProblem extends StartupProblem {}

export function readArguments(given: readonly string[], remotes: readonly string[]): Wanted {
  const [first, ...options] = given;
  if (first === 'status' || first === 'sweep') {
    if (options.length > 0) throw new UsageProblem(`${first} takes no options.`);
    return { do: first };
  }
  if (first === undefined || first.startsWith('-')) throw new UsageProblem('Which remote?');
  if (!remotes.includes(first)) {
    throw new UsageProblem(`There is no remote '${first}'. Remotes: ${remotes.join(', ')}.`);
  }
  const [option, value, ...more] = options.flatMap((one) => one.split('='));
  if (more.length > 0) throw new UsageProblem(`Too much: ${more.join(' ')}.`);
  if (option === '--to') return shareOf(first, value);
  if (option === '--from') {
    if (!value) throw new UsageProblem('--from takes the folder of a build.');
    return { do: 'ship', remote: first, from: value };
  }
  if (value !== undefined) throw new UsageProblem(`Unknown: ${value}.`);
  switch (option) {
    case undefined:
      return { do: 'ship', remote: first };
    case '--promote':
      return { do: 'promote', remote: first };
    case '--rollback':
      return { do: 'rollback', remote: first };
    default:
      throw new UsageProblem(`Unknown option ${option}.`);
  }
}

function shareOf(remote: string, value: string | undefined): Wanted {
  const percent = /^(\d{1,3})%?$/.exec(value ?? '')?.[1];
  if (percent === undefined || Number(percent) < 1 || Number(percent) > 100) {
    throw new UsageProblem(`--to takes a share from 1% to 100%.`);
  }
  if (Number(percent) === 100) return { do: 'promote', remote };
  return { do: 'canary', remote, percent: Number(percent) };
}
