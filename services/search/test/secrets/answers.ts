import type { SearchApp } from '../search-app';
import { everywhere } from './everywhere';
import { hiddenBetween } from './hidden-between';
import { nothingSeen } from './nothing-seen';
import { seenAs } from './seen-as';
import { sentForMeaning } from './sent-for-meaning';
import { CALL_NAMES, isWritten, prepare, tell, tellWithModel, type CallName } from './tell';
import type { TwoWorlds } from './worlds';

/** What is compared, each giving the differences that there are, in words. */
type Comparison = (service: SearchApp, worlds: TwoWorlds) => AsyncGenerator<string, void>;

/** Those probes that are asked, where it is not all: of a model those that are questions, or nearly. */
const PROBES: Partial<Record<CallName, (probes: readonly string[]) => readonly string[]>> = {
  written: (probes) => probes.slice(-16),
  streamed: (probes) => probes.slice(-16),
  streamed_written: (probes) => probes.slice(-6),
  meaning: (probes) => ['drake', 'smith', 'spouse', ...probes.slice(-24)],
  state: (probes) => probes.slice(-1),
};

const COMPARISONS = {
  everywhere,
  hidden_between: hiddenBetween,
  nothing_seen: nothingSeen,
  seen_as: seenAs,
  sent_for_meaning: sentForMeaning,
};
export type Question = CallName | keyof typeof COMPARISONS;

const comparisonOf = (question: Question): Comparison =>
  question in COMPARISONS
    ? COMPARISONS[question as keyof typeof COMPARISONS]
    : (service, worlds) => inBothWorlds(service, worlds, question as CallName);
const QUESTIONS = [...CALL_NAMES, ...Object.keys(COMPARISONS)] as Question[];

/** What a player is told in each of the worlds, byte for byte, where that differs; the first differences say enough. */
export async function differences(
  service: SearchApp,
  worlds: TwoWorlds,
  questions: readonly Question[] = QUESTIONS,
  most = 3,
): Promise<string[]> {
  for (const campaign of [worlds.withSecrets, worlds.without]) {
    prepare(service, campaign, 'meaning');
    await service.follower.catchUp(campaign);
  }
  await service.readAll();
  const differing: string[] = [];
  for (const question of questions)
    for await (const difference of comparisonOf(question)(service, worlds)) {
      differing.push(difference);
      if (differing.length === most) return differing;
    }
  return differing;
}

/** One call of the player, in one world and in the other. */
async function* inBothWorlds(
  service: SearchApp,
  { withSecrets, without, player, probes }: TwoWorlds,
  call: CallName,
): AsyncGenerator<string, void> {
  for (const campaign of [withSecrets, without]) prepare(service, campaign, call);
  const own = { as: player };
  let asks = 0;
  const writtenFor = async (campaign: string, probe: string) => {
    const { told, requests } = await tellWithModel(service, own, campaign, call, probe);
    asks += requests;
    return told;
  };
  for (const probe of PROBES[call]?.(probes) ?? probes) {
    const [one, other] = isWritten(call)
      ? [await writtenFor(withSecrets, probe), await writtenFor(without, probe)]
      : await Promise.all(
          [withSecrets, without].map((campaign) => tell(service, own, campaign, call, probe)),
        );
    if (one !== other) yield `${call} ${probe}\n  with    ${one}\n  without ${other}`;
  }
  if (isWritten(call) && asks === 0) throw new Error('No model was asked: nothing is shown.');
}
