import type { Memory } from './memory';
import type { Findings } from './what-is-there';

/** Results by killed process, as a Markdown table. */
export class Results {
  private readonly recoveries = new Map<string, number[]>();

  recovered(part: string, milliseconds: number): void {
    this.recoveries.set(part, [...(this.recoveries.get(part) ?? []), milliseconds]);
  }

  /** Processes that were killed while no change was acknowledged, so that the kills prove nothing. */
  partsWithoutWork({ acknowledged }: Memory): string[] {
    const busy = new Set(acknowledged.map(({ during }) => during));
    return [...this.recoveries.keys()].filter((part) => !busy.has(part));
  }

  table(memory: Memory, { lost, repeatedMails, uncertainMails }: Findings): string {
    const count = (list: readonly { during: string }[], part: string) =>
      list.filter(({ during }) => during === part).length;
    const rows = [...this.recoveries].map(([part, times]) => [
      part,
      String(times.length),
      String(count(memory.acknowledged, part)),
      String(count(lost, part)),
      seconds(median(times)),
      seconds(Math.max(...times)),
    ]);
    const { length } = memory.acknowledged;
    return [
      ...[HEAD, ALIGNMENT, ...rows].map((cells) => `| ${cells.join(' | ')} |`),
      '',
      `${length} acknowledged in all (${kinds(memory)}), ${lost.length} lost; ${memory.refused} calls were refused`,
      `meanwhile. ${repeatedMails} mails came twice, all of them in the window that SMTP leaves open: the product`,
      `counts ${uncertainMails} deliveries whose outcome it could not know.`,
    ].join('\n');
  }
}

const HEAD = ['Part killed', 'Rounds', 'Acknowledged', 'Lost', 'Recovery, median', 'slowest'];
const ALIGNMENT = ['---', ...HEAD.slice(1).map(() => '---:')];

function kinds({ acknowledged }: Memory): string {
  const sums = new Map<string, number>();
  for (const { kind } of acknowledged) sums.set(kind, (sums.get(kind) ?? 0) + 1);
  return [...sums].map(([kind, sum]) => `${sum} × ${kind}`).join(', ');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
