/** One instruction of a Dockerfile, with joined continuation lines. */
export type Instruction = {
  readonly keyword: string;
  readonly text: string;
};

/** Parses a Dockerfile: strips comments, joins continuation lines. */
export function instructions(dockerfile: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let open = '';
  for (const raw of dockerfile.split('\n')) {
    if (/^\s*(#|$)/.test(raw)) continue;
    open += raw.replace(/\\$/, ' ');
    if (raw.endsWith('\\')) continue;
    const [, keyword = '', text = ''] = /^\s*(\w+)\s*(.*)$/.exec(open) ?? [];
    found.push({ keyword: keyword.toUpperCase(), text: text.trim() });
    open = '';
  }
  return found;
}

/** A build stage: from one FROM to the next. */
export type Stage = { readonly name: string; readonly base: string; readonly own: Instruction[] };

export function stages(all: readonly Instruction[]): readonly Stage[] {
  const args = new Map(
    all.flatMap(({ keyword, text }) => {
      const [, name, value] = (keyword === 'ARG' && /^(\w+)=(.*)$/.exec(text)) || [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const found: Stage[] = [];
  for (const each of all) {
    if (each.keyword === 'FROM') {
      const [base = '', , name = ''] = each.text.replace(/^--platform=\S+\s+/, '').split(/\s+/);
      const filled = base.replace(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? '');
      found.push({ name, base: filled, own: [] });
    } else found.at(-1)?.own.push(each);
  }
  return found;
}

/** Start configuration of an image: the last one of each instruction wins. */
export type ImageStart = {
  readonly workdir: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

export function startOf(stage: Stage, args: Readonly<Record<string, string>> = {}): ImageStart {
  const last = (keyword: string) => stage.own.filter((each) => each.keyword === keyword).at(-1);
  const list = (keyword: string): string[] => {
    const text = last(keyword)?.text;
    return text === undefined ? [] : (JSON.parse(text) as string[]);
  };
  const settings = stage.own
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string]));
  const workdir = last('WORKDIR')?.text ?? '/';
  return {
    workdir: workdir.replace(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? ''),
    command: [...list('ENTRYPOINT'), ...list('CMD')],
    environment: Object.fromEntries(settings),
  };
}
