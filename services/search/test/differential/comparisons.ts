import type { SearchApp } from '../search-app';
import { allCampaigns } from './all-campaigns';
import { hiddenLater } from './hidden-later';
import { nothingVisible } from './nothing-visible';
import { viewAs } from './view-as';
import { embeddingRequests } from './embedding-requests';
import { CALL_NAMES, isWritten, prepare, send, sendWithModel, type CallName } from './requests';
import type { TwoWorlds } from './worlds';

/** Yields the differences of responses as text. */
type Comparison = (service: SearchApp, worlds: TwoWorlds) => AsyncGenerator<string, void>;

/** Subsets of probes for slow calls: mostly questions for models. */
const PROBES: Partial<Record<CallName, (probes: readonly string[]) => readonly string[]>> = {
  written: (probes) => probes.slice(-16),
  streamed: (probes) => probes.slice(-16),
  streamed_written: (probes) => probes.slice(-6),
  meaning: (probes) => ['drake', 'smith', 'spouse', ...probes.slice(-24)],
  state: (probes) => probes.slice(-1),
  tagged: (probes) => ['raven', 'queen', ...probes.slice(-8)],
  unshared: (probes) => ['raven', 'queen', ...probes.slice(-8)],
};

const COMPARISONS = {
  everywhere: allCampaigns,
  hidden_between: hiddenLater,
  nothing_seen: nothingVisible,
  seen_as: viewAs,
  sent_for_meaning: embeddingRequests,
};
export type Question = CallName | keyof typeof COMPARISONS;

const comparisonOf = (question: Question): Comparison =>
  question in COMPARISONS
    ? COMPARISONS[question as keyof typeof COMPARISONS]
    : (service, worlds) => inBothWorlds(service, worlds, question as CallName);
const QUESTIONS = [...CALL_NAMES, ...Object.keys(COMPARISONS)] as Question[];

/** Differences between the responses of both worlds, byte for byte; stops after the first ones. */
export async function differences(
  service: SearchApp,
  worlds: TwoWorlds,
  questions: readonly Question[] = QUESTIONS,
  most = 3,
): Promise<string[]> {
  for (const campaign of [worlds.withSecrets, worlds.without]) {
    prepare(service, campaign, 'meaning');
    await service.indexer.catchUp(campaign);
  }
  await service.embedAll();
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
    const { told, requests } = await sendWithModel(service, own, campaign, call, probe);
    asks += requests;
    return told;
  };
  for (const probe of PROBES[call]?.(probes) ?? probes) {
    const [one, other] = isWritten(call)
      ? [await writtenFor(withSecrets, probe), await writtenFor(without, probe)]
      : await Promise.all(
          [withSecrets, without].map((campaign) => send(service, own, campaign, call, probe)),
        );
    if (one !== other) yield `${call} ${probe}\n  with    ${one}\n  without ${other}`;
  }
  if (isWritten(call) && asks === 0) throw new Error('No model was called: this shows nothing.');
}
